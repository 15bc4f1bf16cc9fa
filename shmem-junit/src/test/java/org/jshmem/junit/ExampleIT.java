// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/// The example project compiles against this build and passes its tests; a document shows it.
/// So does the test of the tutorial, which fails with the page's wrong version.
class ExampleIT {
    private static final Path ROOT = Path.of("..");
    private static final Path PROJECT = ROOT.resolve("examples/histogram");

    @TempDir
    private Path classes;

    @Test
    void itCompilesAndItsTestsPass() throws Exception {
        try (var files = Files.walk(PROJECT.resolve("src"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertEndsWith(6, 0, "demo.HistogramTest", sources);
        }
    }

    @Test
    void theTutorialsTestPassesAndFindsTheLostHeat() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/tutorial.md"));
        String program = block(page, "public class Heat {");
        String test = block(page, "class HeatTest {");
        String end = "if (me == pes - 1) u[cells + 1] = u[cells];";
        assertTrue(page.contains("-            " + end + "\n+            else " + end), "the diff");
        String wrong = program.replace(end, "else " + end);
        assertNotEquals(program, wrong);
        assertEndsWith(6, 0, "HeatTest", sources("right", program, test));
        assertEndsWith(4, 2, "HeatTest", sources("wrong", wrong, test));
    }

    private static String block(String page, String type) {
        int at = page.indexOf("\n" + type);
        return page.substring(page.lastIndexOf("```java\n", at) + 8, page.indexOf("```\n", at));
    }

    private List<Path> sources(String folder, String program, String test) throws IOException {
        Path sources = Files.createDirectory(classes.resolve(folder));
        return List.of(
                Files.writeString(sources.resolve("Heat.java"), program),
                Files.writeString(sources.resolve("HeatTest.java"), test));
    }

    private void assertEndsWith(long succeeded, long failed, String test, List<Path> sources) throws Exception {
        List<String> javac = new ArrayList<>(
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        sources.forEach(file -> javac.add(file.toString()));
        assertEquals(
                0,
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, javac.toArray(String[]::new)));
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(loader.loadClass(test)))
                    .execute()
                    .testEvents()
                    .assertStatistics(counts -> counts.succeeded(succeeded).failed(failed));
        }
    }

    @Test
    void thePageOfTestsShowsItAsItIs() throws Exception {
        String test = Files.readString(PROJECT.resolve("src/test/java/demo/HistogramTest.java"));
        String shown = test.substring(test.indexOf("class HistogramTest"));
        String page = Files.readString(ROOT.resolve("docs/guides/testing.md"));
        assertTrue(page.contains("```java\n" + shown + "```"), page);
    }
}
