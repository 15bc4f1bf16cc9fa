// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the import lines of a module's main sources: who may import whom is a DAG (docs/internals/architecture.md).
public final class Imports {
    private static final Pattern IMPORT = Pattern.compile("^import (?:static )?(org\\.jshmem(?:\\.[a-z]+)*)\\.[A-Z*]");

    private Imports() {}

    /// The imports that `allowed` does not name, as `file imports package`, and those that close a cycle, as
    /// `package and package are in a cycle`. A package may always import itself; one that `allowed` does not
    /// list at all is a finding too, so that a new package cannot slip in.
    public static List<String> violations(Path sources, Map<String, Set<String>> allowed) {
        return violations(sources, allowed, Set.of());
    }

    /// The same for sources that have cycles today: a cycle of `known` that has gone is a finding too, so that the
    /// list can only get shorter.
    public static List<String> violations(Path sources, Map<String, Set<String>> allowed, Set<String> known) {
        List<String> found = new ArrayList<>();
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Path file : files(sources)) {
            String own = sources.relativize(file.getParent()).toString().replace('/', '.');
            Set<String> may = allowed.get(own);
            if (may == null) {
                found.add(file + " is in a package that the DAG does not know: " + own);
                continue;
            }
            for (String other : imports(file)) {
                if (other.equals(own)) continue;
                imports.computeIfAbsent(own, any -> new TreeSet<>()).add(other);
                if (!may.contains(other)) found.add(file.getFileName() + " imports " + other);
            }
        }
        Set<String> cycles = cycles(imports);
        cycles.stream().filter(pair -> !known.contains(pair)).forEach(found::add);
        known.stream()
                .filter(pair -> !cycles.contains(pair))
                .sorted()
                .forEach(pair -> found.add("no longer: " + pair + "; remove the line from the list of known ones"));
        return found;
    }

    private static List<Path> files(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> imports(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(IMPORT::matcher)
                    .filter(Matcher::find)
                    .map(m -> m.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Two packages of which one imports the other, and this one comes back to it by any way.
    private static Set<String> cycles(Map<String, Set<String>> imports) {
        Set<String> pairs = new TreeSet<>();
        imports.forEach((own, others) -> {
            for (String other : others) {
                if (!reached(other, imports).contains(own)) continue;
                boolean first = own.compareTo(other) < 0;
                pairs.add((first ? own : other) + " and " + (first ? other : own) + " are in a cycle");
            }
        });
        return pairs;
    }

    private static Set<String> reached(String from, Map<String, Set<String>> imports) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (String other : imports.getOrDefault(next.pop(), Set.of())) {
                if (reached.add(other)) next.push(other);
            }
        }
        return reached;
    }
}
