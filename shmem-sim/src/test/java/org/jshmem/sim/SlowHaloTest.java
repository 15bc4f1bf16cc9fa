// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jshmem.contract.Pages;
import org.jshmem.trace.TraceMain;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The summary and the page of a trace name the PE that the others wait for, and its line.
@Isolated("a run waits for all threads of this JVM and takes one of its signals")
class SlowHaloTest {
    private static final Path SOURCE = Path.of("src/test/java/SlowHalo.java");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theCriticalPathIsTheSleepOfTheSlowPe(int slow) throws Exception {
        Path trace = folder.resolve("slow.trace");
        String job = "-np 4 --heap 1m --trace " + trace + " -- SlowHalo " + slow;
        assertEquals(0, Main.run(job.split(" ")));
        String line = "SlowHalo.java:" + Pages.line(SOURCE, "sh.sleep");
        Path page = folder.resolve("slow.html");
        var summary = new ByteArrayOutputStream();
        var out = new PrintStream(summary, true, StandardCharsets.UTF_8);
        assertEquals(0, TraceMain.run(out, trace.toString(), "--html", page.toString()));
        String text = summary.toString(StandardCharsets.UTF_8);
        String path = text.substring(text.indexOf("  critical path"));
        String first = " *20\\.0 ms +20 +1\\.00 ms +PE %d \\(100%%\\) +sleep, %s".formatted(slow, Pattern.quote(line));
        assertTrue(path.lines().skip(2).findFirst().orElseThrow().matches(first), text);
        // the page shows the last of its tables, the critical path, as the first one below the timeline
        String html = Files.readString(page);
        String shown = "[\"20.0 ms\",\"20\",\"1.00 ms\",\"PE %d (100%%)\",\"sleep, %s\"]".formatted(slow, line);
        assertTrue(html.contains("\"rows\":[" + shown), html.substring(html.indexOf("\"tables\":")));
        String waits = "  PE " + (slow + 1) % 4;
        String pair = text.substring(text.indexOf("  who waits for whom"), text.indexOf("  critical path"));
        assertTrue(
                pair.lines().anyMatch(row -> row.contains("PE " + slow + " (") && row.endsWith(waits.strip())), text);
    }
}
