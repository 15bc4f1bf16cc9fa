// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.cost.Parameter;

/// Calibrations that no machine gave, with numbers that are easy to add up.
final class Calibrations {
    private Calibrations() {}

    /// Round costs.
    static List<Parameter> round() {
        List<Parameter> all = new ArrayList<>();
        Map.of("cores", 1024.0, "line", 64.0, "L1", 32768.0, "L2", 1048576.0, "chunk", 65536.0)
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
        return all;
    }

    private static Parameter parameter(String symbol, double value, String unit) {
        return new Parameter(symbol, value, unit, Parameter.Role.CAL, "made up", "");
    }
}
