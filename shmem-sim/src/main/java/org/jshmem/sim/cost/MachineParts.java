// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The parts that machines consist of: kinds of memory, cores and networks, with the parameters and the mechanisms of
/// each. `parts.txt` has them.
final class MachineParts {
    private static final List<String[]> ROWS = read();

    private MachineParts() {}

    private static List<String[]> read() {
        try (InputStream in = MachineParts.class.getResourceAsStream("parts.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The parameters of these parts, or their mechanisms.
    static List<Symbol> symbols(List<String> parts, boolean mechanisms) {
        return parts.stream()
                .flatMap(part -> ROWS.stream().filter(row -> row[0].equals(part)))
                .filter(row -> row[2].equals("off") == mechanisms)
                .map(row -> new Symbol(row[1].replace("?", ""), row[2], row[3], row[1].endsWith("?")))
                .toList();
    }
}
