// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.sim.model.Architecture;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.Symbol;
import org.jshmem.sim.model.Variation;

/// The reader of one variation in a machine file.
final class VariationReader {
    private static final List<String> MEMBERS = List.of("name", "set", "without");

    private final FileErrors errors;
    private final List<String> symbols; // null if errors leave the kind of machine open
    private final List<String> mechanisms;

    VariationReader(FileErrors errors, Machine machine) {
        this.errors = errors;
        Architecture kind = machine.architecture();
        symbols =
                kind == null ? null : kind.symbols().stream().map(Symbol::name).toList();
        mechanisms = kind == null
                ? null
                : kind.mechanisms().stream().map(Mechanism::name).toList();
    }

    /// The variation that an object describes, useless if it has errors.
    Variation read(Map<?, ?> object) {
        int before = errors.count();
        errors.members(object, MEMBERS, "a variation");
        String name = object.get("name") instanceof String given ? given : "";
        if (name.isBlank()) errors.in(object, "a variation has no \"name\"");
        Map<String, String> set = new TreeMap<>();
        List<String> without = new ArrayList<>();
        switch (object.get("set")) {
            case null -> {}
            case Map<?, ?> given ->
                given.forEach((symbol, value) -> set.put((String) symbol, value(object, (String) symbol, value)));
            case Object other ->
                errors.in(
                        object,
                        "\"set\" is %s; give an object such as {\"c\": 110}".formatted(FileErrors.shown(other)));
        }
        switch (object.get("without")) {
            case null -> {}
            case List<?> given -> given.forEach(mechanism -> without.add(mechanism(object, String.valueOf(mechanism))));
            case Object other ->
                errors.in(
                        object,
                        "\"without\" is %s; give a list such as [\"contention\"]".formatted(FileErrors.shown(other)));
        }
        if (errors.count() == before && set.isEmpty() && without.isEmpty()) {
            errors.in(object, "a variation changes nothing; give \"set\" or \"without\"");
        }
        return new Variation(name, set, without);
    }

    private String value(Map<?, ?> object, String name, Object value) {
        boolean fits = switch (value) {
            case Double number -> number >= 0;
            case String text -> symbols == null || symbols.contains(text) || text.matches("[*+-][0-9]+(\\.[0-9]+)?");
            case null, default -> false;
        };
        if (symbols != null && !symbols.contains(name)) {
            errors.in(
                    object,
                    "%s is not a parameter of this kind of machine%s"
                            .formatted(name, FileErrors.nearest(name, symbols)));
        } else if (!fits) {
            errors.in(
                    object,
                    "%s of %s is not a value; give a number of 0 or more, \"*0.5\", \"+10\", \"-10\" or a symbol"
                            .formatted(FileErrors.shown(value), name));
        }
        return String.valueOf(value);
    }

    private String mechanism(Map<?, ?> object, String name) {
        if (mechanisms != null && !mechanisms.contains(name)) {
            errors.in(
                    object,
                    "%s is not a mechanism of this kind of machine%s"
                            .formatted(name, FileErrors.nearest(name, mechanisms)));
        }
        return name;
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
