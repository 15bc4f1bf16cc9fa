// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.Symbol;
import org.jshmem.sim.model.Variation;

/// The reader of one variation in a machine file.
final class VariationReader {
    private final List<String> symbols;
    private final List<String> mechanisms;
    private final List<String> problems = new ArrayList<>();

    VariationReader(Machine machine) {
        symbols = machine.architecture().symbols().stream().map(Symbol::name).toList();
        mechanisms = machine.architecture().mechanisms().stream()
                .map(Mechanism::name)
                .toList();
    }

    /// The variation that an object describes, useless if there are [#problems].
    Variation read(Map<?, ?> object) {
        String name = object.get("name") instanceof String given ? given : "";
        if (name.isBlank()) problems.add("a variation has no \"name\"");
        Map<String, String> set = new TreeMap<>();
        List<String> without = new ArrayList<>();
        switch (object.get("set")) {
            case null -> {}
            case Map<?, ?> given -> given.forEach((symbol, value) -> set.put((String) symbol, value(symbol, value)));
            case Object other ->
                problems.add("\"set\" is %s; give an object such as {\"c\": 110}".formatted(MachineFile.shown(other)));
        }
        switch (object.get("without")) {
            case null -> {}
            case List<?> given -> given.forEach(mechanism -> without.add(mechanism(String.valueOf(mechanism))));
            case Object other ->
                problems.add(
                        "\"without\" is %s; give a list such as [\"contention\"]".formatted(MachineFile.shown(other)));
        }
        if (problems.isEmpty() && set.isEmpty() && without.isEmpty()) {
            problems.add("a variation changes nothing; give \"set\" or \"without\"");
        }
        return new Variation(name, set, without);
    }

    private String value(Object symbol, Object value) {
        String name = (String) symbol;
        boolean fits = switch (value) {
            case Double number -> number >= 0;
            case String text -> symbols.contains(text) || text.matches("[*+-][0-9]+(\\.[0-9]+)?");
            case null, default -> false;
        };
        if (!symbols.contains(name)) {
            problems.add("%s is not a parameter of this kind of machine%s"
                    .formatted(name, MachineFile.nearest(name, symbols)));
        } else if (!fits) {
            problems.add("%s of %s is not a value; give a number of 0 or more, \"*0.5\", \"+10\", \"-10\" or a symbol"
                    .formatted(MachineFile.shown(value), name));
        }
        return String.valueOf(value);
    }

    private String mechanism(String name) {
        if (!mechanisms.contains(name)) {
            problems.add("%s is not a mechanism of this kind of machine%s"
                    .formatted(name, MachineFile.nearest(name, mechanisms)));
        }
        return name;
    }

    /// The messages for what was wrong.
    List<String> problems() {
        return problems;
    }

    /// The message for a variation that gives a machine a value that it cannot have; empty if there is none.
    static String misfit(Variation variation, Machine machine) {
        try {
            variation.of(machine).checked();
            return "";
        } catch (IllegalArgumentException e) {
            return "variation \"%s\": %s".formatted(variation.name(), e.getMessage());
        }
    }
}
