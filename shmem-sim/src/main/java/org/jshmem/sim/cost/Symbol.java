// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The symbol of a parameter that a kind of memory, core or network needs, or the name of a mechanism that it has:
/// a row of `parts.txt`.
///
/// @param part the kind of memory, core or network
/// @param name its name in formulas, in files and on the command line
/// @param unit `ns`, `cycles`, `instructions`, `bytes`, `GB/s`, `GHz`, `MHz` or `count`; `off` for a mechanism
/// @param meaning a description of the quantity, or of the machine without the mechanism
/// @param isOptional whether a machine file may leave it out
public record Symbol(String part, String name, String unit, String meaning, boolean isOptional) {
    private static final List<Symbol> ALL = read();

    private static List<Symbol> read() {
        try (InputStream in = Symbol.class.getResourceAsStream("parts.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(row -> new Symbol(row[0], row[1].replace("?", ""), row[2], row[3], row[1].endsWith("?")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The parameters of parts of a machine, or their mechanisms.
    static List<Symbol> of(List<String> parts, boolean mechanisms) {
        return parts.stream()
                .flatMap(part -> ALL.stream().filter(each -> each.part.equals(part)))
                .filter(each -> each.unit.equals("off") == mechanisms)
                .toList();
    }
}
