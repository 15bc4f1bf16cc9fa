// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Pages whose generated parts tests compare with what is built, or write where `-Ddocs.update` is set.
public final class Pages {
    private static final Pattern PROGRAM =
            Pattern.compile("(?ms)^```java\n(.*?public class (\\w+) \\{\\s+public static void main.*?)^```$");

    private Pages() {}

    /// Asserts that a page is this text.
    public static void assertShows(Path page, String now) throws IOException {
        if (System.getProperty("docs.update") != null) Files.writeString(page, now);
        else assertEquals(now, Files.readString(page), page + " has drifted; run mvn verify -Ddocs.update");
    }

    /// Asserts that the generated sections with these names have these texts.
    public static void assertSections(Path page, Map<String, String> sections) throws IOException {
        String text = Files.readString(page);
        for (var section : sections.entrySet()) {
            String begin = "<!-- generated: " + section.getKey() + " -->\n";
            Matcher found = Pattern.compile("(?ms)(?<=^" + begin + ").*?(?=^<!-- end -->$)")
                    .matcher(text);
            assertTrue(found.find(), page + " has no section " + section.getKey());
            text = found.replaceFirst(Matcher.quoteReplacement(section.getValue()));
        }
        assertShows(page, text);
    }

    /// Returns a page in which the text between two markers is replaced.
    public static String between(String page, String marker, String text) {
        String begin = "<!-- " + marker + " -->\n";
        int from = page.indexOf(begin) + begin.length();
        return page.substring(0, from) + text + page.substring(page.indexOf("<!-- end of " + marker + " -->", from));
    }

    /// Returns every page of the project but those that are built.
    public static List<Path> all() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String top : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"))
            pages.add(Path.of("..", top));
        for (String folder : List.of("docs", "examples", "bench")) {
            try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        assertTrue(pages.size() > 25, pages.toString());
        return pages;
    }

    /// Returns the programs in `java` blocks of all pages, by the names of their classes.
    public static Map<String, String> programs() throws IOException {
        Map<String, String> programs = new TreeMap<>();
        for (Path page : all()) {
            Matcher program = PROGRAM.matcher(Files.readString(page));
            while (program.find()) {
                String before = programs.put(program.group(2), program.group(1));
                assertNull(before, program.group(2) + " is on two pages: a reader's copies collide");
            }
        }
        return programs;
    }

    /// Returns the number of the first line of a source that contains `text`.
    public static int line(Path source, String text) throws IOException {
        List<String> lines = Files.readAllLines(source);
        for (int i = 0; i < lines.size(); i++) if (lines.get(i).contains(text)) return i + 1;
        throw new AssertionError(source + " has no line with " + text);
    }
}
