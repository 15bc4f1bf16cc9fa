// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.programs.Volley;
import org.jshmem.trace.EventKind;
import org.jshmem.trace.Trace;
import org.jshmem.trace.TraceEvent;
import org.jshmem.trace.Track;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Traces of jobs on two hosts, which are this one; where that may be had, the second one's clock is 5,000 s ahead.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TraceOfHostsIT {
    private static final long AHEAD_SECONDS = 5000;
    private static final long NANOS = 1_000_000_000;

    @TempDir
    private Path folder;

    private Path trace;
    private String agent;
    private boolean ahead;

    @BeforeEach
    void hosts() throws Exception {
        trace = folder.resolve("t");
        String other = "unshare --time --fork --monotonic " + AHEAD_SECONDS;
        ahead = Launch.shell(other + " true").run().status() == 0;
        Path script = folder.resolve("agent");
        Files.writeString(script, """
                #!/bin/sh
                host=$1
                shift
                [ $host = a ] && exec "$@"
                exec %s "$@"
                """.formatted(ahead ? other : ""));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        agent = script.toString();
    }

    private Launched run(Object... more) {
        String line = "-np 4 --hosts a:2,b:2 --launch-agent %s --trace %s -cp %s"
                .formatted(agent, trace, Launch.testClasses());
        return Launch.oshrun(more).with(line.split(" ")).run();
    }

    /// The events of a track with the values that the ball has, by these; `at` is the ball's offset.
    private static Map<Long, TraceEvent> byStep(Track track, EventKind kind, int target, long at) {
        Map<Long, TraceEvent> found = new HashMap<>();
        for (TraceEvent e : track.events()) {
            if (e.kind() == kind && e.target() == target && e.at() == at) found.put(e.value(), e);
        }
        return found;
    }

    /// The word that gets each of the ball's values.
    private static long ball(Track track) {
        Map<Long, Set<Long>> values = new HashMap<>();
        for (TraceEvent e : track.events()) {
            boolean step = e.value() >= 1 && e.value() <= Volley.STEPS;
            if (e.kind() == EventKind.SIGNAL && step) {
                values.computeIfAbsent(e.at(), at -> new HashSet<>()).add(e.value());
            }
        }
        var most = values.entrySet().stream()
                .max(Comparator.comparingInt(v -> v.getValue().size()));
        assertEquals(Volley.STEPS, most.orElseThrow().getValue().size());
        return most.orElseThrow().getKey();
    }

    @Test
    void theFileHasThePesOfAllHostsAndNoSignalComesBeforeItWasSentByMoreThanTheClocksErr() throws IOException {
        Launched job = run(Volley.class.getName());
        job.assertStatus(0);
        assertEquals(ahead, clock(job, 2) - clock(job, 0) > AHEAD_SECONDS / 2 * NANOS, job::toString);
        Trace read = Trace.read(trace);
        long ball = ball(read.tracks().getFirst());
        long error = read.tracks().getLast().host().clock().errorNanos();
        assertTrue(error >= 0 && error < NANOS, error + " ns");
        for (int pe = 0; pe < 4; pe++) {
            int partner = (pe + 2) % 4;
            Map<Long, TraceEvent> sent = byStep(read.tracks().get(partner), EventKind.SIGNAL, pe, ball);
            Map<Long, TraceEvent> waits = byStep(read.tracks().get(pe), EventKind.WAIT, pe, ball);
            waits.keySet().retainAll(sent.keySet());
            assertTrue(waits.size() > Volley.STEPS / 2, "the others were over before they began: " + waits.size());
            for (long step : waits.keySet()) {
                long took = waits.get(step).end() - sent.get(step).start();
                assertTrue(took >= -error, "PE %d, step %d: %d ns, +- %d".formatted(pe, step, took, error));
                assertTrue(took < AHEAD_SECONDS / 2 * NANOS, "PE %d, step %d: %d ns".formatted(pe, step, took));
            }
        }
        Path json = folder.resolve("json");
        Launched shown = Launch.oshrun("trace", trace, "--json", json).run();
        shown.assertStatus(0);
        assertTrue(shown.out().startsWith("Volley, 4 PEs on 2 hosts: "), shown.out());
        assertTrue(shown.out().contains("\n  on a: PEs 0, 1\n"), shown.out());
        assertTrue(
                Pattern.compile("^  on b: PEs 2, 3; its clock aligned to within [\\d.]+ [num]s$", Pattern.MULTILINE)
                        .matcher(shown.out())
                        .find(),
                shown.out());
        String text = Files.readString(json);
        assertTrue(text.contains("\"PE 3 on b\""), "no host");
        assertArrows(text, error);
    }

    private static long clock(Launched job, int pe) {
        Matcher m = Pattern.compile("PE " + pe + " clock (\\d+)").matcher(job.out());
        assertTrue(m.find(), job::toString);
        return Long.parseLong(m.group(1));
    }

    /// From PE 0 to PE 2 and back there are arrows, and none leads back in time by more than the clocks may err.
    private static void assertArrows(String json, long errorNanos) {
        Map<String, String[]> begins = new HashMap<>();
        int there = 0;
        int back = 0;
        Matcher m = Pattern.compile(
                        "\"ph\":\"([sf])\",\"bp\":\"e\",\"id\":(\\d+),\"pid\":0,\"tid\":(\\d+),.*\"ts\":([-\\d.]+)")
                .matcher(json);
        while (m.find()) {
            if (m.group(1).equals("s")) {
                begins.put(m.group(2), new String[] {m.group(3), m.group(4)});
                continue;
            }
            String[] begin = begins.get(m.group(2));
            double took = Double.parseDouble(m.group(4)) - Double.parseDouble(begin[1]); // in us
            assertTrue(took >= -errorNanos / 1e3, () -> took + " us: " + m.group());
            if (begin[0].equals("0") && m.group(3).equals("2")) there++;
            if (begin[0].equals("2") && m.group(3).equals("0")) back++;
        }
        assertTrue(there > Volley.STEPS / 2 && back > Volley.STEPS / 2, there + " there, " + back + " back");
    }

    @Test
    void whatADeadPeAndTheOthersHaveRecordedIsThere() {
        Launched job = run("--trace-size", "64k", Volley.class.getName(), "die");
        job.assertStatus(9);
        Launched shown = Launch.oshrun("trace", trace).run();
        shown.assertStatus(0);
        for (int pe = 0; pe < 4; pe++) {
            assertTrue(
                    Pattern.compile("^  " + pe + " +[1-9]\\d\\d ", Pattern.MULTILINE)
                            .matcher(shown.out())
                            .find(),
                    shown.out());
        }
    }

    @Test
    void aLostHostIsNamedAndTheOthersAreThere() {
        Launched job = run(Volley.class.getName(), "lose");
        assertNotEquals(0, job.status(), job::toString);
        assertTrue(
                job.err().contains("oshrun: --trace " + trace + " is without what PEs of host b have recorded: '")
                        && job.err().contains(" ended with status "),
                job::toString);
        Launched shown = Launch.oshrun("trace", trace).run();
        assertTrue(shown.out().contains("\n  on b: PEs 2, 3; lost, with what they had recorded\n"), shown.out());
        assertFalse(
                Pattern.compile("^  [01] +0 ", Pattern.MULTILINE)
                        .matcher(shown.out())
                        .find(),
                shown.out());
    }
}
