// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.launch.programs.Hiding;
import org.jshmem.launch.programs.Late;
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
        Path trace = folder.resolve("late.trace");
        Launch.program(4, Late.class).with("--trace", trace.toString()).run(0);
        Path json = folder.resolve("late.json");
        var shown = Launch.oshrun("trace", trace, "--json", json).run(0);
        String text = shown.out();
        assertTrue(text.contains("Late, 4 PEs in 4 JVMs: "), text);
        Path source = Launch.root().resolve("shmem-launch/src/test/java/org/jshmem/launch/programs/Late.java");
        String wait = "Late\\.java:" + Pages.line(source, "come.waitUntil");
        assertHas(" s? *\\d+ +\\S+ m?s  PE 3 \\(\\d+%\\) +wait for \"come\", " + wait + "$", text);
        assertHas("^  late senders.*\\n.*\\n.* PE 2 \\(\\d+%\\) +signal \"come\", .*Late.java:\\d+$", text);
        assertHas("^  imbalance(.*\\n)+?.*(barrier|allocate), .*Late.java:\\d+$", text);
        assertFlow(Files.readString(json));
    }

    /// An arrow begins at PE 2's put, passes its signal, and ends in PE 3's wait for `come`.
    private static void assertFlow(String json) {
        assertTrue(json.startsWith("{\"displayTimeUnit\":\"ns\",\"traceEvents\":["), "no trace");
        assertTrue(json.endsWith("\n]}\n"), "not ended");
        Pattern waits = Pattern.compile(
                "\"X\",\"pid\":0,\"tid\":3,\"cat\":\"program\",\"name\":\"wait for \\\\\"come\\\\\"\",\"ts\":([\\d.]+),\"dur\":([\\d.]+)");
        Pattern ends = Pattern.compile("\"f\",\"bp\":\"e\",\"id\":(\\d+),\"pid\":0,\"tid\":3,.*\"ts\":([\\d.]+)");
        int late = 0;
        Matcher wait = waits.matcher(json);
        while (wait.find()) {
            double from = Double.parseDouble(wait.group(1));
            double lasted = Double.parseDouble(wait.group(2));
            if (lasted < 5000) continue;
            Matcher end = ends.matcher(json);
            while (end.find()) {
                double at = Double.parseDouble(end.group(2));
                if (at < from || at > from + lasted) continue;
                String begin = "\"s\",\"bp\":\"e\",\"id\":" + end.group(1) + ",\"pid\":0,\"tid\":2,";
                assertTrue(json.contains(begin), "the arrow to the wait at " + from + " is not PE 2's");
                assertHas("\"t\",\"bp\":\"e\",\"id\":" + end.group(1) + ",\"pid\":0,\"tid\":2,", json);
                late++;
            }
        }
        assertTrue(late >= 3, "PE 3 waited for PE 2 in each step, arrows: " + late);
        assertHas("\"tid\":2,\"cat\":\"program\",\"name\":\"put \\\\\"halo\\\\\"\".*\"bytes\":2048", json);
    }

    @Test
    void aKilledPesRingSaysWhatItWasIn() throws Exception {
        Path trace = folder.resolve("killed.trace");
        Launch.program(4, Late.class, "die")
                .with("--trace", trace.toString(), "--trace-size", "64k")
                .run(137);
        var shown = Launch.oshrun("trace", trace).run(0);
        assertHas("^  1 .*  ended in: wait for \"halo\"$", shown.out());
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
