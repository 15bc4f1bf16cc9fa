// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.util.List;
import java.util.Map;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.report.Result;
import org.jshmem.sim.cost.Machine;

/// McCalpin's public STREAM results for the card of Namashivayam's paper. No paper: bandwidths of the machine are taken
/// from them, so that they show whether the simulated STREAM spends what its machine has.
public final class PublicStream implements Paper {
    /// For the service loader.
    public PublicStream() {}

    @Override
    public String name() {
        return "mccalpin";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(Experiment.several(List.of("PUB-1/copy", "PUB-1/triad"), PublicStream::stream)
                .once());
    }

    private static Map<String, Double> stream(Machine m) {
        List<Result> rows = SimulatedCommands.rows(m, 60, "stream");
        return Map.of(
                "PUB-1/copy", rows.getFirst().score().rate() / 1000,
                "PUB-1/triad", rows.getLast().score().rate() / 1000);
    }
}
