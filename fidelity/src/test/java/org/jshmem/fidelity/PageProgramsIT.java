// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jshmem.contract.Compiled;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.contract.Samples;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.Machines;
import org.jshmem.spi.SimulatedJob;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The programs that pages show order all their accesses, as `--races --late-puts` finds, which pages advise; a build
/// tries some of them. Where a page says how to break a program, the simulator reports it with the remedy;
/// `DocumentsIT` has those that pages show with their reports, and [CookbookIT] runs the cookbook.
class PageProgramsIT {
    private static final Path ROOT = Ended.ROOT;
    private static final String REMEDY =
            "; no operation orders them: insert a signal or a barrier between them, or use an atomic\n";

    @TempDir
    Path folder;

    /// A program with a text in it replaced.
    private Path broken(String example, String text, String replacement) throws IOException {
        Path program = ROOT.resolve("examples").resolve(example);
        String right = Files.readString(program), source = right.replace(text, replacement);
        assertNotEquals(right, source, text + " is not in " + example);
        return Files.writeString(folder.resolve(program.getFileName()), source);
    }

    @TestFactory
    List<DynamicTest> programsOfPagesHaveNoRaces() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (var program : Pages.programs().entrySet()) {
            if (program.getValue().contains("import mpi.")) continue; // the tests of shmem-mpi look for its races
            Path source = Files.writeString(folder.resolve(program.getKey() + ".java"), program.getValue());
            tests.add(DynamicTest.dynamicTest(program.getKey(), () -> hasNoRaces(source)));
        }
        assertTrue(tests.size() > 8, tests.toString());
        return Samples.drawn(tests);
    }

    /// Those that end within seconds; the others measure, or race on purpose.
    @TestFactory
    Stream<DynamicTest> examplesHaveNoRaces() {
        return Stream.of("Pass.java", "benchmarks/Stencil.java 3 40")
                .map(line -> DynamicTest.dynamicTest(line, () -> {
                    String[] words = line.split(" ");
                    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
                    hasNoRaces(ROOT.resolve("examples").resolve(words[0]), arguments);
                }));
    }

    private static void hasNoRaces(Path program, String... arguments) throws Exception {
        var end = onKnc(Compiled.of(program), arguments);
        assertNull(end.why());
        assertNull(end.found());
        assertEquals(0, end.status());
    }

    /// The load has to be an atomic one: a plain load next to an atomic update is a race.
    @Test
    void workStealingByPlainLoadsIsReported() throws Exception {
        Path program = broken("cookbook/02_Stealing.java", "next.atomicFetch(0, victim)", "next.g(0, victim)");
        String err =
                Ended.oshrun("-np 4 --machine knc --races", program).with(3).err();
        assertTrue(err.startsWith("oshrun: race on PE ") && err.endsWith(REMEDY), err);
    }

    @Test
    void aSingleHaloOfTheStencilIsReportedWithBothLines() throws Exception {
        Path program = broken("benchmarks/Stencil.java", "(iteration & 1)", "0");
        Ended end = Ended.oshrun("-np 4 --machine knc --races --late-puts", program, 3, 60)
                .with(3);
        String both = "(?s)oshrun: race on PE \\d, \"halo\".* at Stencil.java:\\d+, .* at Stencil.java:\\d+.*";
        end.assertErrMatches(both);
    }

    /// Runs 4 simulated PEs, each with classes of its own, and looks for races and late puts.
    private static JobOutcome onKnc(Compiled program, String... arguments) throws IOException {
        Machines machines = ServiceLoader.load(Machines.class).findFirst().orElseThrow();
        URL[] path = {program.classes().toUri().toURL()};
        return machines.run(new SimulatedJob("knc", 4, 64L << 20, OptionalLong.empty(), true, true), _ -> {
            var method = new Own(path).loadClass(program.main()).getDeclaredMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) arguments);
        });
    }

    /// Loads a program's own classes, also where the tests have some of the same names.
    private static final class Own extends URLClassLoader {
        Own(URL[] path) {
            super(path);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = findResource(name.replace('.', '/') + ".class") != null;
            if (!own) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }
}
