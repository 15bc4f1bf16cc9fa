// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.calibration.Json;
import org.jshmem.runtime.settings.JsonText;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.cost.Variation;

/// The text of a machine file for a machine, with one parameter in each line.
public final class MachineText {
    private MachineText() {}

    /// The text.
    public static String of(Machine m) {
        StringBuilder out = new StringBuilder("{\"kind\": " + JsonText.quoted(MachineFile.KIND));
        out.append(",\n \"name\": ").append(JsonText.quoted(m.name()));
        out.append(",\n \"title\": ").append(JsonText.quoted(m.title()));
        out.append(",\n \"memory\": ").append(JsonText.quoted(m.architecture().memoryKind()));
        out.append(",\n \"cores\": ").append(JsonText.quoted(m.architecture().coreKind()));
        list(out, "parameters", m.parameters().stream().map(MachineText::line).toList());
        list(out, "variations", m.variations().stream().map(MachineText::line).toList());
        return out.append("\n}\n").toString();
    }

    private static void list(StringBuilder out, String name, List<String> lines) {
        if (lines.isEmpty()) return;
        out.append(",\n \"").append(name).append("\": ").append(Json.lines(lines));
    }

    private static String line(Parameter p) {
        return "{\"symbol\": %s, \"value\": %s, \"unit\": %s, \"role\": \"%s\", \"source\": %s}"
                .formatted(
                        JsonText.quoted(p.symbol()),
                        BigDecimal.valueOf(p.value()).stripTrailingZeros().toPlainString(),
                        JsonText.quoted(p.unit()),
                        p.role(),
                        JsonText.quoted(p.source()));
    }

    private static String line(Variation v) {
        StringBuilder out = new StringBuilder("{\"name\": " + JsonText.quoted(v.name()));
        if (!v.set().isEmpty()) {
            out.append(", \"set\": ")
                    .append(v.set().entrySet().stream()
                            .map(e -> JsonText.quoted(e.getKey()) + ": " + value(e.getValue()))
                            .collect(Collectors.joining(", ", "{", "}")));
        }
        if (!v.without().isEmpty()) {
            out.append(", \"without\": ")
                    .append(v.without().stream().map(JsonText::quoted).collect(Collectors.joining(", ", "[", "]")));
        }
        return out.append('}').toString();
    }

    private static String value(String given) {
        return Character.isDigit(given.charAt(0)) ? given : JsonText.quoted(given);
    }
}
