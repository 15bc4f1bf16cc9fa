// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A word of the job file's control area, as the comment of its offset in [JobLayout] describes it.
record Word(String name, int offset, int width, String writer, String meaning) {
    private static final Path LAYOUT = Path.of("src/main/java/org/jshmem/shm/jobfile/JobLayout.java");
    private static final Pattern OFFSET = Pattern.compile("public static final int (\\w+)_OFFSET = (\\d+);");
    private static final Pattern DESCRIPTION = Pattern.compile("((?: *///.*\\n)+) *" + OFFSET.pattern());
    private static final Pattern PARTS = Pattern.compile("([48]) bytes, ([^:]+): (.+)\\.");

    /// The words of the header.
    static List<Word> header() throws IOException {
        return read("// header", "// the slot of a PE");
    }

    /// The words of a PE's slot.
    static List<Word> slot() throws IOException {
        return read("// the slot of a PE", "// the texts of a PE");
    }

    private static List<Word> read(String from, String to) throws IOException {
        String source = Files.readString(LAYOUT);
        String part = source.substring(source.indexOf(from), source.indexOf(to));
        List<Word> words = new ArrayList<>();
        var found = DESCRIPTION.matcher(part);
        while (found.find()) {
            var text = PARTS.matcher(found.group(1)
                    .lines()
                    .map(line -> line.strip().substring(4))
                    .reduce("", (a, b) -> a + " " + b)
                    .strip());
            assertEquals(
                    true, text.matches(), () -> found.group(2) + "_OFFSET: 'BYTES bytes, WRITER: MEANING.' is missing");
            words.add(new Word(
                    found.group(2).toLowerCase(Locale.ROOT).replace('_', ' '),
                    Integer.parseInt(found.group(3)),
                    Integer.parseInt(text.group(1)),
                    text.group(2),
                    text.group(3)));
        }
        assertEquals(OFFSET.matcher(part).results().count(), words.size(), "an offset has no comment");
        return words;
    }
}
