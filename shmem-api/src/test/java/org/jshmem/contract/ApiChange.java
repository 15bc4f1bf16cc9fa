// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The committed list of what programs see, held against what is built: semantic versioning, checked.
///
/// The list says which version it is of. What is added to it is written by `-Ddocs.update`; what is gone or reads
/// otherwise would break programs, and is written only where the list of changes names it, and the version in the pom
/// is not released yet or says so: by its major number, before 1.0 by its minor one.
public final class ApiChange {

    /// Types that programs implement: what is added to them without a body breaks those programs.
    private static final Set<String> IMPLEMENTED = Set.of("org.jshmem.Program", "org.jshmem.ShmemListener");

    private final Path file;
    private final String version;
    private final String before;
    private final String changes;
    private final SortedSet<String> now;
    private final SortedSet<String> gone;
    private final SortedSet<String> added;
    private final Set<String> known = new TreeSet<>();

    /// What differs between the list of a module and these lines, of a build of all.
    public static ApiChange of(String module, SortedSet<String> now) throws IOException {
        String version =
                Files.readString(Path.of("pom.xml")).split("<version>")[1].split("<")[0];
        String changes = Files.readString(Path.of("../CHANGELOG.md"));
        return new ApiChange(Path.of("..", module, "api.txt"), version, changes, now);
    }

    /// What differs between the list in `file` and these lines, of a build of this version with these changes.
    ApiChange(Path file, String version, String changes, SortedSet<String> now) throws IOException {
        List<String> lines = Files.readAllLines(file);
        this.file = file;
        this.version = compatible(version);
        this.before = lines.getFirst().replaceFirst(".*\\s", "");
        this.changes = changes;
        this.now = now;
        gone = new TreeSet<>(lines.subList(1, lines.size()));
        for (String line : gone) known.add(type(line));
        gone.removeAll(now);
        added = new TreeSet<>(now);
        added.removeAll(lines);
    }

    /// Fails where anything differs, or writes what may be written.
    public void check(boolean update) throws IOException {
        if (gone.isEmpty() && added.isEmpty() && before.equals(version)) return;
        boolean breaks = !broken().isEmpty() && before.equals(version) && !changes.contains("(not released)");
        List<String> unnamed = gone.stream()
                .map(ApiChange::name)
                .filter(name -> !changes.contains('`' + name + '`'))
                .distinct()
                .toList();
        if (!update || breaks || !unnamed.isEmpty()) throw new AssertionError(text(breaks, unnamed));
        Files.writeString(
                file, "# What programs are compiled against, as of " + version + "\n" + String.join("\n", now) + "\n");
    }

    /// The part of a version that says what programs may rely on.
    private static String compatible(String version) {
        String[] numbers = version.replaceFirst("-.*", "").split("\\.");
        return numbers[0].equals("0") ? "0." + numbers[1] : numbers[0];
    }

    private List<String> broken() {
        List<String> broken = new ArrayList<>(gone);
        for (String line : added) {
            if (IMPLEMENTED.contains(type(line)) && known.contains(type(line)) && line.contains(": abstract "))
                broken.add(line);
        }
        return broken;
    }

    private static String type(String line) {
        return line.substring(0, line.indexOf(':'));
    }

    /// Its type and name: what reads otherwise in the same place has been changed.
    private static String place(String line) {
        String text = line.replaceFirst("\\(.*", "").replaceFirst(" of .*", "").replaceAll("<[^>]*>", "");
        return type(line) + text.substring(text.lastIndexOf(' '));
    }

    /// As the list of changes names it: `Team.split`, or `Team`.
    private static String name(String line) {
        String[] words = place(line).replaceFirst(".*\\.(?=[A-Z])", "").split(" ");
        return words.length == 1 || words[0].equals(words[1]) ? words[0] : words[0] + "." + words[1];
    }

    private String text(boolean breaks, List<String> unnamed) {
        StringBuilder text = new StringBuilder("%s, the API of %s, is not what is built:".formatted(file, before));
        for (String line : gone) text.append("\n- ").append(line);
        for (String line : added) text.append("\n+ ").append(line);
        String next = before.startsWith("0.") ? "minor one, as it is below 1.0" : "major one";
        text.append(
                breaks
                        ? "\nprograms compiled with %s break by that: keep what was there, or raise the version in pom.xml to the next %s;"
                                .formatted(before, next)
                        : "\nnothing of that breaks programs compiled with %s;".formatted(before));
        if (!unnamed.isEmpty()) text.append(" name `%s` in CHANGELOG.md;".formatted(String.join("`, `", unnamed)));
        return text.append(" then mvn verify -Ddocs.update writes the list").toString();
    }
}
