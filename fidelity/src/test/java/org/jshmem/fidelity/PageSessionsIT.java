// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A reader who follows a page sees what it shows: a `java` block is a program, a `diff` block makes a wrong
/// version of it, and a `console session` block after either prints the lines below its command. On a page without a
/// program, the commands run in the root of the project.
///
/// Numbers are alike, since times, process ids and lines of the table differ; a line `...` stands for any others.
class PageSessionsIT {
    private static final Path ROOT = Ended.ROOT.normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^(?:(## )|```(java|diff|console session)\n(.*?)^```$)");
    private static final Pattern PROGRAM = Pattern.compile("public class (\\w+) \\{\\s+public static void main");

    /// What the launcher says of this machine.
    private static final Pattern HINT = Pattern.compile("oshrun: (N PEs in N JVM|there is no class archive)");

    @TempDir
    private Path folder;

    @TestFactory
    @Tag(Samples.TAG)
    Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        List<Path> pages;
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            pages = docs.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages) sessions(page, tests);
        assertTrue(tests.size() > 12, tests.toString());
        return tests.stream().filter(test -> Samples.tries(tests.indexOf(test)));
    }

    private void sessions(Path page, List<DynamicTest> tests) throws IOException {
        String file = null, right = null, now = null;
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            if (block.group(1) != null) {
                now = right; // a new section begins with the right program
                continue;
            }
            String text = block.group(3);
            Matcher program = PROGRAM.matcher(text);
            if (block.group(2).equals("java")) {
                if (!program.find()) continue; // a fragment, or the unit test of ExampleIT
                file = program.group(1) + ".java";
                right = text;
                now = text;
            } else if (block.group(2).equals("diff")) {
                now = changed(right, text);
            } else {
                String name = file;
                String source = now;
                Path here = name == null ? ROOT : Files.createDirectory(folder.resolve("session" + tests.size()));
                String command = text.lines().findFirst().orElseThrow();
                tests.add(DynamicTest.dynamicTest(page.getFileName() + ": " + command, () -> {
                    if (name != null) Files.writeString(here.resolve(name), source);
                    for (String session : text.substring(2).split("(?m)^\\$ ")) check(here, session);
                }));
            }
        }
    }

    /// The program with the lines that begin with `-` replaced by those that begin with `+`.
    private static String changed(String program, String diff) {
        StringBuilder old = new StringBuilder();
        StringBuilder instead = new StringBuilder();
        diff.lines()
                .forEach(line -> (line.charAt(0) == '-' ? old : instead)
                        .append(line.substring(1))
                        .append('\n'));
        assertTrue(program.contains(old), () -> "no program of the page has\n" + old);
        return program.replace(old, instead);
    }

    private void check(Path here, String session) throws Exception {
        String[] parts = session.split("\n", 2);
        ProcessBuilder command = new ProcessBuilder("sh", "-c", parts[0]).directory(here.toFile());
        command.environment().merge("PATH", ROOT.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        List<String> left = new ArrayList<>(lines(Ended.of(command).text()));
        for (String line : lines(parts[1]))
            assertTrue(left.remove(line), () -> line + "\nis not printed by " + parts[0] + ":\n" + left);
        if (!parts[1].contains("...\n")) assertEquals(List.of(), left, parts[0]);
    }

    private static List<String> lines(String text) {
        return text.lines()
                .map(line -> line.replaceAll("0x\\p{XDigit}+|\\b\\p{XDigit}{16}\\b|\\d+(\\.\\d+)?", "N")
                        .replaceAll("\\b[mun]s\\b", "s")
                        .replaceAll("\\s+", " "))
                .filter(line -> !line.equals("...")
                        && !line.isBlank()
                        && !HINT.matcher(line).lookingAt())
                .toList();
    }
}
