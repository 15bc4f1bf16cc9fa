// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;
import java.util.Map;

/// One deviation of a machine from its parameters, within their uncertainty. The union of a result over all variations
/// is the model's band: a claim holds if it holds over the whole band.
///
/// @param name its name in tables
/// @param set other values by symbol: a number such as `110`; `*0.5`, `+25.5` or `-1` change the machine's own; a
///     symbol such as `o_I` gives that parameter's value
/// @param without mechanisms that are switched off
public record Variation(String name, Map<String, String> set, List<String> without) {

    /// The varied machine.
    public Machine of(Machine machine) {
        Machine varied = machine;
        for (var each : set.entrySet()) {
            varied = varied.with(each.getKey(), value(machine, each.getKey(), each.getValue()));
        }
        for (String mechanism : without) varied = varied.without(mechanism);
        return varied;
    }

    private static double value(Machine machine, String symbol, String given) {
        String number = given.substring(1);
        return switch (given.charAt(0)) {
            case '*' -> machine.value(symbol) * Double.parseDouble(number);
            case '+' -> machine.value(symbol) + Double.parseDouble(number);
            case '-' -> machine.value(symbol) - Double.parseDouble(number);
            default -> machine.knows(given) ? machine.value(given) : Double.parseDouble(given);
        };
    }
}
