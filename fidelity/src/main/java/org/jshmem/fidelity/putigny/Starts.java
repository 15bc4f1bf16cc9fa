// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.report.Result;

/// The starts of a job of the suite on real PEs that count: those in which the host behaves as it was calibrated.
/*
 * A hypervisor places two virtual cores now as halves of one core and now far apart: a bare flag between them takes
 * 48 ns in one minute and 250 in the next. So each start measures that flag too, and counts only if the flag's time
 * is within 25 % of the calibrated one. Each row takes the fastest start that counts: a disturbance makes a start
 * slower.
 */
final class Starts {
    private static final int ENOUGH = 3;
    private static final int MOST = 12;
    private static final double ALIKE = 0.25;
    private static final int NPES = 2;

    private final double calibrated;
    private final List<String> told = new ArrayList<>();

    /// Creates the starts on the host of this calibration.
    Starts(Calibration host) {
        calibrated = host.parameter("R_R").map(p -> 2 * p.value()).orElseThrow();
    }

    /// Runs these benchmarks and this program on two real PEs. Returns each row by its fastest start, or no row if no
    /// start counted.
    Collection<Result> of(String benchmarks, String program) throws IOException {
        Map<String, Result> best = new LinkedHashMap<>();
        int alike = 0;
        for (int start = 0; start < MOST && alike < ENOUGH; start++) {
            List<Result> results =
                    new ArrayList<>(Forks.run(NPES, List.of(("pgas pingpong --pairs 1 " + benchmarks).split(" "))));
            results.addAll(Forks.run(NPES, List.of(program.split(" "))));
            double flag = flag(results);
            boolean counts = Math.abs(flag / calibrated - 1) <= ALIKE;
            String so = counts ? "" : ": does not count";
            told.add(String.format(Locale.ROOT, "start: bare flag %.0f ns, calibrated %.0f%s", flag, calibrated, so));
            if (!counts) continue;
            alike++;
            for (Result result : results) {
                best.merge(
                        result.key(),
                        result,
                        (a, b) -> a.score().median() <= b.score().median() ? a : b);
            }
        }
        return best.values();
    }

    /// Returns a line for each start so far, with the flag's time.
    List<String> told() {
        return told;
    }

    private static double flag(List<Result> results) {
        return results.stream()
                .filter(r -> r.row().benchmark().equals("pingpong")
                        && r.row().variant().equals("spin"))
                .mapToDouble(r -> r.score().median())
                .min()
                .orElseThrow();
    }
}
