// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;
import org.jshmem.report.Result;

/// Putigny, Ruelle and Goglin, PDSEC 2014: what the paper says of its hosts, on this one. The benchmarks run on real
/// PEs.
public final class Putigny implements Paper {

    /// For the service loader.
    public Putigny() {}

    @Override
    public String name() {
        return "putigny";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(Experiment.several(List.of("U-01/load", "U-01/store"), _ -> spreads(HostMessages.states()))
                .once());
    }

    /// Returns the fastest over the slowest of the throughputs of misses, of loads and of stores.
    static double[] spreads(List<Result> states) {
        var rates = HostMessages.rates(states);
        return Stream.of("LM", "SM")
                .mapToDouble(kind -> {
                    var all = rates.keySet().stream()
                            .filter(name -> name.startsWith(kind))
                            .flatMap(name -> rates.get(name).values().stream())
                            .mapToDouble(rate -> rate)
                            .summaryStatistics();
                    return all.getMax() / all.getMin();
                })
                .toArray();
    }

    @Override
    public List<FigurePlan> figures() {
        return List.of(new FigurePlan("U-4", machine -> HostMessages.measure().figure()));
    }
}
