// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Compiled;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/cookbook.md shows the programs of examples/cookbook with what they print; their first comments are its headings
/// and its text. `-Ddocs.update` writes the page.
///
/// One job runs all of them, one after the other. Lines of PEs have no order, so the page has them sorted.
class CookbookIT {
    private static final Path ROOT = Ended.ROOT.normalize();
    private static final Path PAGE = ROOT.resolve("docs/cookbook.md");
    private static final Pattern RECIPES =
            Pattern.compile("(?s)(?<=\n<!-- generated: recipes -->\n).*(?=<!-- end -->\n)");

    /// The licence, the imports, the heading, the text, and the code.
    private static final Pattern SOURCE =
            Pattern.compile("(?s)// SPDX[^\n]*\n(.*?)/// ([^\n]+)\n///\n((?:/// [^\n]*\n)+)(class (\\w+) .*)");

    private static final Pattern LINE = Pattern.compile("\\[PE (\\d+)] (?:== )?(.*)");

    @TempDir
    private static Path folder;

    private static final Map<String, MatchResult> RECIPE = new TreeMap<>();
    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT.resolve("examples/cookbook"))) {
            sources.addAll(files.sorted().toList());
        }
        var calls = new StringBuilder();
        for (Path source : sources) {
            String file = source.getFileName().toString();
            Matcher parts = SOURCE.matcher(Files.readString(source));
            assertTrue(parts.matches(), () -> file + " has no licence, first comment and class");
            RECIPE.put(file, parts.toMatchResult());
            calls.append("System.out.println(\"== %s\"); %s.main(args);%n".formatted(file, parts.group(5)));
        }
        String all = "public class All { public static void main(String[] args) { " + calls + "} }";
        sources.addFirst(Files.writeString(folder.resolve("All.java"), all));
        classes = Compiled.of(sources).classes();
    }

    @Test
    void thePageShowsTheProgramsAndWhatTheyPrint() throws Exception {
        String page = Files.readString(PAGE);
        String now = page(page, printed("-J -XX:TieredStopAtLevel=1"));
        if (timeless(now).equals(timeless(page))) return;
        if (System.getProperty("docs.update") != null) Files.writeString(PAGE, now);
        else assertEquals(timeless(now), timeless(page), "run the test with -Ddocs.update and look at the difference");
    }

    /// A race or a late put would end the job with status 3.
    @Test
    void simulatedCoresPrintTheSameAndFindNoRace() throws Exception {
        var here = printed("--machine knc --races --late-puts");
        String page = Files.readString(PAGE);
        assertEquals(timeless(page), timeless(page(page, here)));
    }

    private static String timeless(String text) {
        return text.replaceAll("\\d+ ns", "N ns");
    }

    private static String page(String page, Map<String, List<String>> printed) {
        var recipes = new StringBuilder();
        RECIPE.forEach((file, parts) -> {
            recipes.append("""
                    ## %s

                    %s
                    ```java
                    %s%s```

                    ```text
                    %s
                    ```

                    """.formatted(
                            parts.group(2),
                            parts.group(3).replace("/// ", ""),
                            parts.group(1),
                            parts.group(4),
                            String.join("\n", printed.get(file))));
        });
        return RECIPES.matcher(page).replaceFirst(Matcher.quoteReplacement(recipes.toString()));
    }

    /// Runs the programs as 4 PEs, and returns the lines that each prints.
    private static Map<String, List<String>> printed(String options) throws Exception {
        String out = Ended.oshrun("-np 4 --tag-output " + options + " -cp", classes, "All")
                .with(0)
                .out();
        Map<String, List<String>> printed = new HashMap<>();
        Map<String, String> runs = new HashMap<>(); // the program that a PE runs
        for (String line : out.lines().toList()) {
            Matcher of = LINE.matcher(line);
            assertTrue(of.matches(), line);
            if (RECIPE.containsKey(of.group(2))) runs.put(of.group(1), of.group(2));
            else
                printed.computeIfAbsent(runs.get(of.group(1)), _ -> new ArrayList<>())
                        .add(of.group(2));
        }
        assertEquals(RECIPE.keySet(), printed.keySet(), "the programs that print");
        printed.values().forEach(lines -> lines.sort(null));
        return printed;
    }
}
