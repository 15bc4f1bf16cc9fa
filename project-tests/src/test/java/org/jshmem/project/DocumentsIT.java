// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Compiled;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// What the documents show is true: commands in `console` blocks are run and print what stands below them, programs
/// in `java` blocks compile and end well. [LinksTest] follows their links.
///
/// The order of lines is free, since PEs are. A block that is marked `console form` or `console session` is compared
/// with all numbers alike, since times, process ids and lines of a table differ; a line `...` stands for any others.
/// A session follows a `java` block, the program, or a `diff` block, which makes a wrong version of it, and runs
/// beside its file; on a page without a program, the commands run in the root of the project. A build tries some of
/// the sessions.
class DocumentsIT {
    private static final Path ROOT = Ended.ROOT.normalize();
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^(?:(## )|```(java|diff|console(?: \\w+)?)\n(.*?)^```$)");

    /// What the launcher says of this machine, and a JVM of a program that uses the Vector API.
    private static final Pattern HINT = Pattern.compile("oshrun: (\\w+ PEs in \\w+ JVM|there is no class archive)"
            + "|WARNING: Using incubator modules: jdk.incubator.vector");

    private static final Pattern MAIN = Pattern.compile("public class (\\w+) \\{\\s+public static void main");

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        List<DynamicTest> commands = new ArrayList<>();
        List<DynamicTest> sessions = new ArrayList<>();
        for (Path page : Pages.all()) commands(page, commands, sessions);
        assertTrue(commands.size() >= 4 && sessions.size() > 12, () -> commands + " " + sessions);
        return Stream.concat(commands.stream(), Samples.drawn(sessions).stream());
    }

    private void commands(Path page, List<DynamicTest> commands, List<DynamicTest> sessions) throws IOException {
        String file = null, right = null, now = null;
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            if (block.group(1) != null) {
                now = right; // a new section begins with the right program
                continue;
            }
            String kind = block.group(2);
            String text = block.group(3);
            Matcher program = MAIN.matcher(text);
            if (kind.equals("java")) {
                if (!program.find()) continue; // a fragment, or the unit test of ExampleIT
                file = program.group(1) + ".java";
                right = text;
                now = text;
            } else if (kind.equals("diff")) {
                now = changed(right, text);
            } else {
                boolean session = kind.equals("console session");
                String name = session ? file : null;
                String source = now;
                Path here = name == null ? ROOT : Files.createDirectory(folder.resolve("session" + sessions.size()));
                String command =
                        page.getFileName() + ": " + text.lines().findFirst().orElseThrow();
                (session ? sessions : commands).add(DynamicTest.dynamicTest(command, () -> {
                    if (name != null) Files.writeString(here.resolve(name), source);
                    boolean alike = session || kind.equals("console form");
                    for (String each : text.substring(2).split("(?m)^\\$ ")) check(here, each, alike);
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

    private static void check(Path here, String session, boolean alike) throws Exception {
        String[] parts = session.split("\n", 2);
        Ended run = run(here, "bash", "-c", parts[0]);
        List<String> left = new ArrayList<>(lines(run.text(), alike));
        for (String line : lines(parts[1], alike))
            assertTrue(left.remove(line), () -> "not printed: " + line + "\n" + run);
        if (!parts[1].contains("...\n")) assertEquals(List.of(), left, run::toString);
    }

    private static List<String> lines(String text, boolean alike) {
        String all = alike
                ? text.replaceAll("0x\\p{XDigit}+|\\b\\p{XDigit}{16}\\b|\\d+(\\.\\d+)?", "N")
                        .replaceAll("\\b[mun]s\\b", "s")
                        .replaceAll("[ \t]+", " ")
                : text;
        return all.lines()
                .filter(line -> !line.equals("...")
                        && !line.isBlank()
                        && !HINT.matcher(line).lookingAt())
                .toList();
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    List<DynamicTest> programsRun(@TempDir Path folder) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (var program : Pages.programs().entrySet()) {
            Path source = Files.writeString(folder.resolve(program.getKey() + ".java"), program.getValue());
            tests.add(DynamicTest.dynamicTest(program.getKey(), () -> run(folder, source)));
        }
        assertFalse(tests.isEmpty());
        return tests;
    }

    @TestFactory
    @Tag(Samples.TAG)
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> examplesRun(@TempDir Path folder) throws IOException { // where they write pictures
        List<Path> examples = new ArrayList<>();
        for (String place : List.of("examples", "examples/benchmarks", "examples/llama"))
            try (Stream<Path> files = Files.list(ROOT.resolve(place))) {
                files.filter(file ->
                                file.toString().endsWith(".java") && !file.endsWith("Picture.java")) // a part of three
                        .sorted()
                        .forEach(examples::add);
            }
        return Samples.drawn(examples).stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> run(folder, file)));
    }

    /// The C program that the guide to porting shows, where a library of OpenSHMEM for C is installed.
    @Test
    void theCProgramCompiles(@TempDir Path folder) throws Exception {
        Path program = folder.resolve("halo");
        Ended header = run(ROOT, "sh", "-c", "echo '#include <shmem.h>' | oshcc -x c -E -");
        assumeTrue(header.status() == 0, "oshcc finds no shmem.h: install libopenmpi-dev");
        run(ROOT, "oshcc", "-Wall", "-Werror", "-O2", "examples/halo.c", "-lm", "-o", program.toString())
                .with(0);
        assertTrue(Files.isExecutable(program));
    }

    /// Runs a program that this JVM compiles, since each launcher would begin with a cold compiler. `ProgramsIT` and
    /// the commands above start source files.
    private static void run(Path folder, Path source, String... arguments) throws Exception {
        Compiled program = Compiled.of(source);
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("bin/oshrun").toString(), "-np", "3"));
        command.addAll(List.of("-cp", program.classes().toString(), program.main()));
        command.addAll(List.of(arguments));
        Ended run = run(folder, command.toArray(String[]::new)).with(0);
        assertEquals(List.of(), lines(run.err(), false), run::toString);
    }

    /// Runs a command in a folder, where no JDK is named.
    private static Ended run(Path folder, String... command) throws Exception {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().merge("PATH", ROOT.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return Ended.of(builder.redirectInput(new File("/dev/null")));
    }
}
