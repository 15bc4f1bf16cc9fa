// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.programs.Hiding;
import org.jshmem.shm.jobfile.JobLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TraceIT {
    @TempDir
    private Path folder;

    private static void assertHas(String regex, String text) {
        assertTrue(Pattern.compile(regex, Pattern.MULTILINE).matcher(text).find(), regex + " is not in\n" + text);
    }

    @Test
    void theSummaryNamesTheLatePeTheObjectAndTheLine() throws Exception {
        String source = Files.readString(Launch.root().resolve("shmem-sim/src/test/java/Halo.java"));
        // on a busy machine PEs are late by some tens of milliseconds without a cause of their own
        Path halo = Files.writeString(folder.resolve("Halo.java"), source.replace("ofMillis(1)", "ofMillis(200)"));
        Path trace = folder.resolve("late.trace");
        Launch.oshrun("-np", 4, "--jvms", 4, "--trace", trace, halo).run(0);
        String text = Launch.oshrun("trace", trace).run(0).out();
        assertTrue(text.contains("Halo, 4 PEs in 4 JVMs: "), text);
        String wait = "Halo\\.java:" + Pages.line(halo, "came.waitUntil");
        assertHas(" s? *\\d+ +\\S+ m?s  PE 3 \\(\\d+%\\) +wait for \"came\", " + wait + "$", text);
        assertHas("^  late senders.*\\n.*\\n.* PE 2 \\(\\d+%\\) +signal \"came\", Halo.java:\\d+$", text);
        assertHas("^  imbalance(.*\\n)+?.*(barrier|allocate), .*Halo.java:\\d+$", text);
    }

    @Test
    void aKilledPesRingSaysWhatItWasIn() throws Exception {
        Path trace = folder.resolve("killed.trace");
        Process job = Launch.program(4, Acts.class, "hang")
                .with("--trace", trace.toString(), "--trace-size", "64k")
                .builder()
                .start();
        Launch.signal("KILL", ReportIT.awaitHang(job).get(1, JobLayout.PID));
        assertEquals(137, job.waitFor());
        var shown = Launch.oshrun("trace", trace).run(0);
        assertHas("^  1 .*  ended in: wait for \"box\"$", shown.out());
    }

    /// JDK 26 has no `jdk.internal.ref` any more.
    @Test
    void aTraceIsRecordedWhereTheJdkHidesItsOwnCleaner() throws Exception {
        Path trace = folder.resolve("hidden.trace");
        Ended run = hiding("jdk.internal.ref", trace);
        assertEquals("", run.err());
        run.with(0);
        assertHas("^Hello, 1 PE in 1 JVM: ", Launch.oshrun("trace", trace).run().out());
    }

    @Test
    @Tag("long")
    void aJdkOnWhichTheRecorderDoesNotLoadIsNamed() throws Exception {
        Ended run = hiding("sun.misc.Unsafe", folder.resolve("none.trace"));
        String why =
                "java.lang.IllegalStateException: PE 0/1: --trace needs Chronicle Bytes, which does not load on JDK "
                        + Runtime.version() + "; run without --trace, or on JDK 25\n";
        assertEquals(
                "PE 0/1: uncaught " + why + "\tat org.jshmem.launch.Hello.main\noshrun: PE 0/1 exited with status 1: "
                        + why,
                run.err().replaceAll(" \\(pid \\d+\\)|\\(Hello.java:\\d+\\)", ""));
    }

    private Ended hiding(String name, Path trace) throws Exception {
        Path agent = Hiding.archive(folder.resolve("agent.jar"));
        return Launch.oshrun("-np", 1, "--trace", trace, "-J", "-javaagent:" + agent + "=" + name, "hello")
                .run();
    }
}
