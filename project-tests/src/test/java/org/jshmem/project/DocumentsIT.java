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
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// What the documents show is true: commands in `console` blocks are run and print what stands below them, programs in
/// `java` blocks compile and end well. [LinksTest] follows their links.
///
/// The order of lines is free, since PEs are. A block that is marked `console form` is compared with all numbers
/// alike. One that is marked `console simulated` or `console session` is run by the tests of fidelity, where the
/// simulator is built.
class DocumentsIT {
    private static final Path ROOT = Ended.ROOT;
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```([a-z ]+)\n(.*?)^```$");

    /// What the launcher says of this machine's cores, and a JVM of a program that uses the Vector API.
    private static final Pattern SHARING = Pattern.compile("oshrun: \\d+ PEs in \\d+ JVMs?, since they outnumber .*"
            + "|WARNING: Using incubator modules: jdk.incubator.vector");

    private static final Pattern MAIN = Pattern.compile("public class (\\w+) \\{\\s+public static void main");

    @TestFactory
    List<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path document : LinksTest.pages()) {
            Matcher block = BLOCK.matcher(Files.readString(document));
            while (block.find()) {
                if (!block.group(1).matches("console( form)?")) continue;
                boolean form = block.group(1).equals("console form");
                for (String session : block.group(2).split("(?m)^\\$ ")) {
                    if (session.isEmpty()) continue;
                    String[] parts = session.split("\n", 2);
                    String name = document.getFileName() + ": " + parts[0];
                    tests.add(DynamicTest.dynamicTest(name, () -> check(parts[0], parts[1], form)));
                }
            }
        }
        assertFalse(tests.isEmpty());
        return tests;
    }

    private static void check(String command, String shown, boolean form) throws Exception {
        Ended run = run(ROOT, "sh", "-c", command);
        assertEquals(lines(shown, form), lines(run.out() + run.err(), form), run::toString);
    }

    private static List<String> lines(String text, boolean form) {
        return text.lines()
                .filter(line -> !SHARING.matcher(line).matches())
                .map(line -> form ? line.replaceAll("\\d+", "N") : line)
                .sorted()
                .toList();
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    List<DynamicTest> programsRun(@TempDir Path folder) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path document : LinksTest.pages()) {
            Matcher block = BLOCK.matcher(Files.readString(document));
            while (block.find()) {
                Matcher main = MAIN.matcher(block.group(2));
                if (!block.group(1).equals("java") || !main.find()) continue;
                Path source = folder.resolve(main.group(1) + ".java");
                assertTrue(Files.notExists(source), main.group(1) + " is on two pages: a reader's copies collide");
                Files.writeString(source, block.group(2));
                tests.add(DynamicTest.dynamicTest(
                        document.getFileName() + ": " + main.group(1), () -> run(folder, source)));
            }
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
        return examples.stream()
                .filter(file -> Samples.tries(examples.indexOf(file)))
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
        return Ended.of(builder.redirectInput(new File("/dev/null")));
    }
}
