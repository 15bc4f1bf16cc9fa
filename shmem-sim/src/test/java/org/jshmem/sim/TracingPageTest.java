// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.contract.Pages;
import org.jshmem.trace.TraceMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// docs/guides/tracing.md shows a program and what the recorder says of it. The simulator's times are the same on every
/// host, so the page is compared to the digit. `-Ddocs.update` writes it.
@Isolated("a run waits for all threads of this JVM and takes one of its signals")
class TracingPageTest {
    private static final Path PAGE = Path.of("../docs/guides/tracing.md");
    private static final Path SOURCE = Path.of("src/test/java/Halo.java");

    @Test
    void thePageShowsWhatTheRecorderSays(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("halo.trace");
        Path json = folder.resolve("halo.json");
        assertEquals(0, Main.run("-np", "4", "--heap", "1m", "--trace", trace.toString(), "--", "Halo"));
        var summary = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(summary, true, StandardCharsets.UTF_8);
        assertEquals(0, TraceMain.run(out, trace.toString()));
        PrintStream nobody = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        assertEquals(0, TraceMain.run(nobody, trace.toString(), "--json", json.toString()));
        assertArrows(Files.readString(json));
        var part = Pattern.compile("\"dur\":\\d+\\.\\d{3}(?!000)\\d{3},"); // of a nanosecond
        assertTrue(part.matcher(Files.readString(json)).find());
        String program = "```java\n" + Files.readString(SOURCE) + "```\n";
        String longer = summary.toString(StandardCharsets.UTF_8).replaceAll("(?m)^ +[0-9.]+ [un]s .*\n", "");
        String said = "```text\n" + longer + "```\n";
        Pages.assertSections(PAGE, Map.of("program", program, "summary", said));
    }

    /// In every step each PE waits for its left neighbour's signal: arrows from there.
    private static void assertArrows(String json) {
        Matcher ends = Pattern.compile("\"f\",\"bp\":\"e\",\"id\":(\\d+),\"pid\":0,\"tid\":3,")
                .matcher(json);
        int fromTwo = 0;
        while (ends.find()) {
            String begin = "\"s\",\"bp\":\"e\",\"id\":" + ends.group(1) + ",\"pid\":0,\"tid\":2,";
            if (json.contains(begin)) fromTwo++;
        }
        assertTrue(fromTwo >= 10, "arrows from PE 2 to PE 3: " + fromTwo);
    }
}
