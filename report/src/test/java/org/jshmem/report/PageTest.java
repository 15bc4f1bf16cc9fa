// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    @Test
    void thePageHoldsItsResultsOnceAndAsksForNothing(@TempDir Path folder) throws Exception {
        List<Result> results = List.of(ResultsTest.own("a", 5, 6), ResultsTest.own("b", 7));
        Path file = new Page(ResultsTest.HOST, List.of(), Map.of("put", "Puts & <gets>"))
                .results("this run", results)
                .write(folder);
        String html = Files.readString(file);
        assertTrue(html.contains("<h1>PGAS microbenchmarks, 2 PEs</h1>"));
        assertTrue(html.contains("Puts & \\u003cgets>"), "data cannot end the script");
        assertTrue(html.contains("a, &quot;b&quot;"), "the processor's name is escaped");
        for (Result result : results) {
            String line = Results.script(result);
            int at = html.indexOf(line);
            assertTrue(at > 0 && html.indexOf(line, at + 1) < 0, line);
        }
        String own =
                html.substring(0, html.indexOf("echarts")) + html.substring(html.lastIndexOf("// Builds the page"));
        for (String outside : List.of("<link", " src=", "@import", "url(")) assertFalse(own.contains(outside), outside);
        assertTrue(Files.size(file) < 2 << 20, Files.size(file) + " bytes");
    }

    /// The script of the page runs to its end: the figure and the list of the tables are its work.
    @Test
    @Tag("long")
    void aBrowserShowsTheFiguresAndAllRows(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/chromium")), "needs chromium");
        Path file = new Page(ResultsTest.HOST, List.of(), Map.of())
                .results("this run", List.of(ResultsTest.own("a", 5, 6), ResultsTest.own("b", 7)))
                .write(folder);
        String shown = Ended.of(List.of(
                        "/usr/bin/chromium",
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        file.toUri().toString()))
                .out();
        assertTrue(shown.contains("<figure id=\"put\">"), "no figure");
        assertTrue(shown.contains("<summary>All rows: 2</summary>"), "no table of both rows");
    }

    @Test
    void anOversubscribedRunWarns(@TempDir Path folder) throws Exception {
        Where crowded = new Where("real", "cpu", 2, 8, 2, 1, "25", "abc", "now", "");
        String html = Files.readString(new Page(crowded, List.of(), Map.of()).write(folder));
        assertTrue(html.contains("<p class=\"warn\">OVERSUBSCRIBED: 8 PEs take turns on 2 cores"));
    }
}
