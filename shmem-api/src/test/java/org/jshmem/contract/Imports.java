// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads the import lines of a module's main sources: who may import whom is a DAG (docs/internals/architecture.md).
public final class Imports {
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?(org\\.jshmem(?:\\.[a-z]+)*)\\.[A-Z*]");

    private Imports() {}

    /// The imports that `allowed` does not name, as `file imports package`. A package may always import itself;
    /// one that `allowed` does not list at all is a finding too, so that a new package cannot slip in.
    public static List<String> violations(Path sources, Map<String, Set<String>> allowed) {
        List<String> found = new ArrayList<>();
        try (var files = Files.walk(sources)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                String own = sources.relativize(file.getParent()).toString().replace('/', '.');
                Set<String> may = allowed.get(own);
                if (may == null) {
                    found.add(file + " is in a package that the DAG does not know: " + own);
                    continue;
                }
                for (String line : Files.readAllLines(file)) {
                    var m = IMPORT.matcher(line);
                    if (m.find() && !m.group(1).equals(own) && !may.contains(m.group(1))) {
                        found.add(file.getFileName() + " imports " + m.group(1));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
