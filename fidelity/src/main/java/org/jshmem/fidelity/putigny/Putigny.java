// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.util.List;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;

/// Putigny, Ruelle and Goglin, PDSEC 2014: what the paper says of its hosts, on the calibrated one. The benchmarks
/// run on real PEs.
public final class Putigny implements Paper {

    /// For the service loader.
    public Putigny() {}

    @Override
    public String name() {
        return "putigny";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                Experiment.once("U-01/load", m -> spread("LM")), Experiment.once("U-01/store", m -> spread("SM")));
    }

    private static Calibration host() {
        return CalibrationFile.find(System.getenv()).calibration();
    }

    /// Returns the fastest over the slowest of the throughputs whose symbols begin with `kind`.
    private static double spread(String kind) {
        var rates = host().parameters().stream()
                .filter(p -> p.symbol().startsWith(kind) && p.symbol().indexOf(':') > 0)
                .mapToDouble(Calibration.Parameter::value)
                .summaryStatistics();
        return rates.getMax() / rates.getMin();
    }

    @Override
    public List<FigurePlan> figures() {
        return List.of(
                new FigurePlan("U-4", machine -> HostMessages.measure(host()).figure()));
    }
}
