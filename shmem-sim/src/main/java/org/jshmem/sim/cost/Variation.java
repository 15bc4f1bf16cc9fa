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

    /// The varied machine. Refuses values that no machine can have.
    public Machine of(Machine machine) {
        try {
            Machine varied = machine;
            for (String symbol : set.keySet()) varied = varied.with(symbol, value(machine, symbol));
            for (String mechanism : without) varied = varied.without(mechanism);
            return varied.checked();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("variation \"%s\": %s".formatted(name, e.getMessage()), e);
        }
    }

    private double value(Machine machine, String symbol) {
        String given = set.get(symbol);
        double own = machine.value(symbol);
        if (machine.knows(given)) return machine.value(given);
        if (!given.matches("[*+-]?[0-9.]+(E-?[0-9]+)?")) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; give a number of 0 or more, \"*0.5\", \"+10\", \"-10\" or a symbol"
                            .formatted(symbol, given));
        }
        double number = Double.parseDouble(given.replaceFirst("^[*+-]", ""));
        return switch (given.charAt(0)) {
            case '*' -> own * number;
            case '+' -> own + number;
            case '-' -> own - number;
            default -> number;
        };
    }
}
