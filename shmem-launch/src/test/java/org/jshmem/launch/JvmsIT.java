// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.collective.choice.AlgorithmService;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.programs.Globals;
import org.jshmem.launch.programs.Pooled;
import org.jshmem.launch.programs.Relay;
import org.jshmem.launch.programs.Talk;
import org.jshmem.shm.system.AllowedCores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// PEs that share JVMs: what a program sees is what it sees where each has a process.
class JvmsIT {
    @ParameterizedTest
    @SampledRows("4 | 1\n7 | 3")
    void eachPeHasItsOwnStatics(int npes, int jvms) {
        var run = Launch.program(npes, Globals.class)
                .with("--jvms", Integer.toString(jvms))
                .run(0);
        assertEquals("", run.err());
        long sum = npes * (npes - 1L) / 2;
        List<String> expected = IntStream.range(0, npes)
                .mapToObj(pe -> "PE %d: 1 mains, counted to 100, sum %d, context loader true".formatted(pe, sum))
                .toList();
        assertEquals(expected, run.sorted());
    }

    /// In another JDK the field of which carriers make use may have another name.
    @Test
    @Tag("long")
    void withoutAnInternalOfTheJdkPesAreThreads(@TempDir Path folder) throws IOException {
        String name = "java/lang/ThreadBuilders$VirtualThreadBuilder.class";
        Files.createDirectories(folder.resolve("java/lang"));
        try (var builder = Object.class.getResourceAsStream("/" + name)) {
            String bytes = new String(builder.readAllBytes(), ISO_8859_1);
            Files.writeString(folder.resolve(name), bytes.replace("\tscheduler", "\tschedules"), ISO_8859_1);
        }
        var run = Launch.program(4, Globals.class)
                .with("--jvms", "1", "-J--patch-module=java.base=" + folder)
                .run(0);
        assertEquals(4, run.out().lines().filter(line -> line.contains("sum 6")).count());
        String line =
                "PE 0/4: JDK %s has no field by which carriers take PEs over, so each PE is a thread of the kernel and"
                        + " waits longer for its turn; set JSHMEM_JAVA_HOME to a JDK 25\n";
        assertEquals(line.formatted(Runtime.version()), run.err());
    }

    /// Algorithms of a module that only the program's class path has.
    @ParameterizedTest
    @SampledRows("2\n1")
    void aProgramAddsAnAlgorithm(String jvms, @TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(AlgorithmService.class.getName()), Relay.class.getName());
        String path = Launch.testClasses() + ":" + folder;
        var run = Launch.oshrun("-np", 2, "--jvms", jvms, "-cp", path, Relay.class.getName())
                .run(0);
        assertEquals(List.of("42", "42"), run.lines());
    }

    /// A program may bring its own versions of jars that the library uses.
    @ParameterizedTest
    @SampledRows("2\n1")
    void aProgramSeesItsOwnJars(String jvms, @TempDir Path folder) throws Exception {
        String agrona = "org.agrona.BitUtil";
        String picocli = "picocli.CommandLine";
        List<String> own = List.of(copied(agrona, folder), copied(picocli, folder));
        String path = Launch.testClasses() + ":" + String.join(":", own);
        String program = Talk.class.getName();
        var run = Launch.oshrun("-np", 2, "--jvms", jvms, "-cp", path, program, "jars", agrona, picocli)
                .run(0);
        assertEquals("", run.err());
        assertEquals(List.of(own.get(0), own.get(0), own.get(1), own.get(1)), run.sorted());
    }

    /// A copy of the jar of a class.
    private static String copied(String type, Path folder) throws Exception {
        var jar = Class.forName(type).getProtectionDomain().getCodeSource().getLocation();
        return Files.copy(Path.of(jar.toURI()), folder.resolve(type + ".jar")).toString();
    }

    /// All say the number of the PE that wrote last, before barriers that make them see it; how often they counted is
    /// a race that may lose.
    @Test
    void sharedClassesHaveSharedStatics() {
        var run = Launch.program(3, Globals.class)
                .with("--threads", "--share-classes")
                .run(0);
        assertEquals(3, run.lines().size(), run::toString);
        run.assertErrMatches("oshrun: --share-classes: the PEs of a JVM share the static field .*Globals\\.\\w+;"
                + " leave the option out to give each PE its own\n");
        assertEquals(
                1,
                run.lines().stream().map(line -> line.split(":")[0]).distinct().count(),
                run::toString);
    }

    /// Its threads have inherited from the PE that was the first to use it.
    @Test
    void whatTheCommonPoolPrintsIsNoPes() {
        var run = Launch.program(2, Pooled.class)
                .with("--threads", "--tag-output")
                .run(0);
        String line =
                "thread ForkJoinPool\\.commonPool-worker-\\d belongs to no PE, and the PEs of this JVM have joined already; start the thread from a PE\n";
        assertTrue(run.out().matches(line + line), run.out());
    }

    @ParameterizedTest
    @SampledRows("1\n2\n4")
    void pe0HasStandardInput(int jvms) {
        var run = Launch.program(4, Talk.class, "input")
                .with("--jvms", Integer.toString(jvms))
                .input("some text")
                .run(0);
        assertEquals(List.of("PE 0 read some text", "PE 1 read ", "PE 2 read ", "PE 3 read "), run.sorted());
    }

    @Test
    void thoseThatOutnumberTheCoresAreTold() {
        int cores = AllowedCores.count();
        int npes = 4 * cores + 1;
        String said = "oshrun: %d PEs in %d %s, since they outnumber the %s; --jvms %d gives each a process%n"
                .formatted(npes, cores, cores == 1 ? "JVM" : "JVMs", cores == 1 ? "only core" : cores + " cores", npes);
        var builtIn = Launch.oshrun("-np", npes, "hello").run(0);
        assertEquals(said, builtIn.err());
        var own = Launch.oshrun("-np", npes, "-cp", Launch.testClasses(), Talk.class.getName(), "sleep", 1)
                .run(0);
        assertEquals(said, own.err());
    }

    /// PEs that would meet at the exit of a JVM, or whose options are meant for one of them, have a JVM each unasked.
    @Test
    void whatAJvmHasOnceKeepsPesApart(@TempDir Path folder) throws IOException {
        int npes = Runtime.getRuntime().availableProcessors() + 2;
        Path source = Files.writeString(folder.resolve("Status.java"), """
                public class Status {
                    static int status;
                    public static void main(String[] args) {
                        org.jshmem.Shmem.run(args, (sh, a) -> status = sh.myPe() == 1 ? 3 : 0);
                        System.exit(status);
                    }
                }
                """);
        var run = Launch.oshrun("-np", npes, source).run(3);
        assertTrue(run.err().startsWith("oshrun: PE 1/" + npes + " (pid "), run::toString);
        for (String option : List.of("-Xmx100m", "-Dpe={pe}")) {
            var own = Launch.oshrun("-np", npes, "-J", option, "hello").run(0);
            assertEquals("", own.err());
        }
    }

    /// PEs take turns on a core, except those of a program whose threads would be others then.
    @ParameterizedTest
    @SampledRows("'' | true\nnew Thread(() -> {}).start(); | false")
    void pesThatOutnumberCoresTakeTurns(String work, boolean turns, @TempDir Path folder) throws IOException {
        int cores = AllowedCores.count();
        int npes = cores + 1;
        Path source = Files.writeString(folder.resolve("Kind.java"), """
                public class Kind {
                    public static void main(String[] args) {
                        org.jshmem.Shmem.run(args, (sh, a) -> {
                            %s
                            sh.barrierAll();
                            System.out.println(Thread.currentThread().toString().startsWith("VirtualThread"));
                        });
                    }
                }
                """.formatted(work));
        var run = Launch.oshrun("-np", npes, "--jvms", cores, source)
                .variable("SHMEM_DEBUG", "1")
                .run(0);
        assertEquals(Collections.nCopies(npes, Boolean.toString(turns)), run.lines());
        String said = "oshrun: each PE has a thread of the kernel, because of ";
        assertEquals(!turns, run.err().contains(said), run::toString);
    }

    /// A program without static state is loaded once for the PEs of a JVM, another one once for each.
    @Test
    void whatIsSharedIsSaidOnRequest() {
        var stateless = Launch.program(2, Acts.class, "copies")
                .with("--threads")
                .variable("SHMEM_DEBUG", "1")
                .run(0);
        assertFalse(stateless.err().contains("oshrun: PEs of a JVM load the program"), stateless::toString);
        assertEquals(List.of("1 class"), stateless.lines());
        var state = Launch.program(2, Globals.class)
                .with("--threads")
                .variable("SHMEM_DEBUG", "1")
                .run(0);
        state.assertErr("oshrun: PEs of a JVM load the program once each, because of the static field "
                + Globals.class.getName() + ".");
    }
}
