// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.shm.programs.Hang;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReportIT {
    private static final String EXPLANATION = "PE 0 waits in barrier\\(\\), call \\d+ of world, to which"
            + " PE 1 has not come \\(it waits for heap offset 24 GE 42\\), PE 2 has not come \\(it computes\\)";

    private static Process hang() throws IOException {
        Process process = Launch.program(4, Hang.class).builder().start();
        var out = process.inputReader();
        for (int k = 0; k < 4; k++) assertEquals("up", out.readLine());
        return process;
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private static void assertTable(List<String> rows) {
        assertTrue(rows.get(0).matches("PE +pid +state +in +waits for +value now +since +waiting.*"), rows.get(0));
        assertTrue(rows.get(1).matches("0 +\\d+ +waiting +barrier\\(\\) #\\d+ +flag .*"), rows.get(1));
        assertTrue(
                rows.get(2).matches("1 +\\d+ +waiting +wait of the program +heap offset 24 GE 42 +0 +[\\d.]+ s .*"),
                rows.get(2));
        assertTrue(rows.get(3).matches("2 +\\d+ +running +after barrier\\(\\) #\\d+ .*"), rows.get(3));
        assertTrue(rows.get(4).matches("3 +\\d+ +waiting +barrier\\(\\) #\\d+ +flag .*"), rows.get(4));
    }

    @Test
    void theQuitSignalTellsWhoWaitsForWhomAndWhereAndTheJobGoesOn() throws Exception {
        Process process = hang();
        try {
            BufferedReader err = process.errorReader();
            Thread.sleep(500);
            signal(process, "QUIT");
            assertTrue(err.readLine().matches("oshrun: job [0-9a-f]{16} on request:"));
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < 5; i++) rows.add(err.readLine());
            assertTable(rows);
            assertTrue(rows.get(2).matches(".*  Hang \\(Hang.java:\\d+\\)"), rows.get(2));
            assertTrue(rows.get(3).matches(".*  Hang \\(Hang.java:\\d+\\)"), rows.get(3));
            String line = err.readLine();
            assertTrue(line.matches("oshrun: " + EXPLANATION), line);
            assertTrue(process.isAlive());
        } finally {
            signal(process, "TERM");
        }
        assertEquals(
                "", String.join("\n", process.inputReader().lines().toList()), "the dumps are kept from the output");
        assertEquals(143, process.waitFor());
    }

    @Test
    void aWaitLongerThanTheTimeoutEndsTheJobWithTheReport() {
        var result = Launch.program(4, Hang.class).with("--timeout", "2s").run();
        result.assertStatus(1);
        List<String> lines = result.err().lines().toList();
        int title = 0;
        while (!lines.get(title).matches("oshrun: job [0-9a-f]{16} after --timeout:")) title++;
        assertTable(lines.subList(title + 1, title + 6));
        assertTrue(lines.get(title + 6).matches("oshrun: " + EXPLANATION), lines.get(title + 6));
        assertTrue(result.err().contains("org.jshmem.ShmemTimeoutException: PE "), result.err());
        String named = "oshrun: PE \\d/4 \\(pid \\d+\\) exited with status 1: .*PE \\d/4: waited \\d+ ms.*";
        assertTrue(lines.stream().anyMatch(l -> l.matches(named)), result.err());
        String awaited =
                "waited \\d+ ms for heap offset 24 of PE 1 to be GE 42; the job allows 2000 ms \\(--timeout\\);"
                        + " that is element 3 of object 1 of 8 longs, in waitUntil: nobody has written it";
        assertTrue(lines.stream().anyMatch(l -> l.matches(".*PE 1/4: " + awaited)), result.err());
        result.assertNothingIsLeft();
    }

    @Test
    void theInspectorShowsARunningJobToItsOwner() throws Exception {
        Process process = hang();
        try {
            Thread.sleep(300);
            var list = Launch.oshrun("--ps").run();
            list.assertStatus(0);
            String row = list.lines().stream()
                    .filter(l -> l.contains(" " + process.pid() + " "))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(list.out()));
            assertTrue(row.matches("[0-9a-f]{16} +\\d+ +4 +64 MiB +\\d+ +\\d+% +32 KiB +0 bytes"), row);
            var shown = Launch.oshrun("--inspect", row.substring(0, 16)).run();
            shown.assertStatus(0);
            assertTable(shown.lines().subList(1, 6));
            assertTrue(shown.lines().get(6).matches(EXPLANATION), shown.out());
            var hex = Launch.oshrun("--inspect", process.pid(), "--hex").run();
            hex.assertStatus(0);
            assertTrue(
                    hex.out().contains("04 00 00 00                                     # +12 npes = 4\n"), hex.out());
            assertEquals("", hex.err());
        } finally {
            signal(process, "TERM");
        }
        assertTrue(process.waitFor(10, TimeUnit.SECONDS));
        var gone = Launch.oshrun("--inspect", process.pid()).run();
        gone.assertStatus(2);
        assertEquals(
                "oshrun: --inspect %d: no such job of this user runs; 'oshrun --ps' lists the running ones\n"
                        .formatted(process.pid()),
                gone.err());
    }
}
