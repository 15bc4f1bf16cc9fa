// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.runtime.settings.KernelFile;

/// Calibrations that no machine gave, with numbers that are easy to add up.
public final class Calibrations {
    private Calibrations() {}

    /// Of this host by name, with round prices.
    public static Calibration round() {
        List<Calibration.Parameter> all = new ArrayList<>();
        Map.ofEntries(
                        Map.entry("cores", 1024.0),
                        Map.entry("line", 64.0),
                        Map.entry("L1", 32768.0),
                        Map.entry("L2", 1048576.0),
                        Map.entry("chunk", 65536.0))
                .forEach((symbol, value) -> all.add(parameter(symbol, value, "bytes")));
        all.add(parameter("clock", 1, "GHz"));
        all.add(parameter("B_copy", 1000, "GB/s"));
        Map.ofEntries(
                        Map.entry("R_L", 1.0),
                        Map.entry("R_R", 100.0),
                        Map.entry("R_I", 200.0),
                        Map.entry("c", 30.0),
                        Map.entry("o_E", 10.0),
                        Map.entry("q_E", 300.0),
                        Map.entry("o_I", 20.0),
                        Map.entry("q_I", 400.0),
                        Map.entry("l_o", 2.0),
                        Map.entry("l_2", 3.0),
                        Map.entry("t_put", 7.0),
                        Map.entry("t_get", 5.0))
                .forEach((symbol, value) -> all.add(parameter(symbol, value, "ns")));
        for (String free :
                List.of("sd_L", "sd_R", "sd_I", "p_E", "p_I", "invalidate", "locked", "fence", "t_quiet", "t_ptr")) {
            all.add(parameter(free, 0, "ns"));
        }
        return new Calibration(
                KernelFile.processor(),
                Runtime.getRuntime().availableProcessors(),
                "25 \"of\" nobody",
                "2026-01-01T00:00:00Z",
                all,
                List.of("nothing \\ at all"));
    }

    private static Calibration.Parameter parameter(String symbol, double value, String unit) {
        return new Calibration.Parameter(symbol, value, value, value, unit, 0, true, "made up");
    }
}
