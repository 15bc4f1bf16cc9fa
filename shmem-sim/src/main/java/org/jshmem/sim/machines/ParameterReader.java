// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.model.Parameter;
import org.jshmem.sim.model.Parameter.Role;
import org.jshmem.sim.model.Symbol;

/// The reader of the parameters in a machine file.
final class ParameterReader {
    private static final List<String> MEMBERS = List.of("symbol", "value", "unit", "role", "source");

    private final FileErrors errors;
    private final Map<String, Symbol> symbols;
    private final boolean calibrated;

    /// `symbols` are null if errors leave the kind of machine open; `calibrated` means that a calibration is read,
    /// which has parameters for other uses too.
    ParameterReader(FileErrors errors, Map<String, Symbol> symbols, boolean calibrated) {
        this.errors = errors;
        this.symbols = symbols;
        this.calibrated = calibrated;
    }

    /// The parameters by their symbols. A parameter with an error is null.
    Map<String, Parameter> read(Map<?, ?> all) {
        Map<String, Parameter> found = new LinkedHashMap<>();
        for (Map<?, ?> each : errors.objects(all, "parameters")) {
            if (!calibrated) errors.members(each, MEMBERS, "a parameter");
            if (!(each.get("symbol") instanceof String name)) {
                errors.in(each, "a parameter has no \"symbol\", a text such as \"R_R\"");
            } else if (symbols == null || symbols.containsKey(name)) {
                if (found.containsKey(name)) errors.in(each, name + " is there twice; remove one");
                found.put(name, parameter(each, name));
            } else if (!calibrated) {
                String nearest = FileErrors.nearest(name, symbols.keySet());
                errors.in(each, "%s is not a parameter of this kind of machine%s".formatted(name, nearest));
            }
        }
        return found;
    }

    private Parameter parameter(Map<?, ?> each, String name) {
        int before = errors.count();
        Symbol symbol = symbols == null ? null : symbols.get(name);
        if (!(each.get("value") instanceof Double)) {
            String expected = symbol == null ? "" : ": %s, in %s".formatted(symbol.meaning(), symbol.unit());
            wrong(each, "value", "; give a number" + expected);
        }
        if (!calibrated && symbol != null && !symbol.unit().equals(each.get("unit"))) {
            wrong(each, "unit", "; it has to be \"%s\"".formatted(symbol.unit()));
        }
        Role role = calibrated ? Boolean.TRUE.equals(each.get("measured")) ? Role.CAL : Role.ASSUMED : role(each);
        if (role == null) wrong(each, "role", "; it has to be CAL, FIT or ASSUMED");
        String source = each.get("source") instanceof String given ? given : "";
        if (source.isBlank()) errors.in(each, name + " has no \"source\"; say where its value is from");
        if (symbol == null || errors.count() > before) return null;
        try {
            return new Parameter(name, (Double) each.get("value"), symbol.unit(), role, source, symbol.meaning());
        } catch (IllegalArgumentException e) {
            errors.in(each, e.getMessage());
            return null;
        }
    }

    private void wrong(Map<?, ?> each, String member, String remedy) {
        String shown = FileErrors.shown(each.get(member));
        errors.in(each, member, "the \"%s\" of %s is %s%s".formatted(member, each.get("symbol"), shown, remedy));
    }

    private static Role role(Map<?, ?> each) {
        for (Role role : Role.values()) if (role.name().equals(each.get("role"))) return role;
        return null;
    }
}
