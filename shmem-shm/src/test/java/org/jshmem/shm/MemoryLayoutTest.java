// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.Pages;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Test;

/// docs/internals/memory-layout.md says what the layout classes say. `-Ddocs.update` rewrites the page.
class MemoryLayoutTest {
    private static final Path PAGE = Path.of("../docs/internals/memory-layout.md");
    private static final Path SYSTEM =
            Path.of("../shmem-api/src/main/java/org/jshmem/collective/layout/SystemLayout.java");

    /// What is no offset in a slot: all other constants are in the table.
    private static final Set<String> NO_OFFSETS = Set.of(
            "LINE",
            "SLOTS",
            "WORLD",
            "SHARED",
            "MESSAGE_BYTES",
            "SITE",
            "RECORD_COUNT",
            "TEXT_BYTES",
            "STAGING_BYTES",
            "RECEIVE_BYTES");

    @Test
    void thePageIsWhatTheLayoutsSay() throws Exception {
        Map<String, String> sections = Map.of(
                "file", file(4, 64L << 20),
                "header", words(Word.header()),
                "slot", words(Word.slot()),
                "system area", picture(),
                "system slot", systemSlot(4));
        Pages.assertSections(PAGE, sections);
    }

    /// Where the parts of a job file begin.
    private static String file(int npes, long heapBytes) {
        Shape shape = Settings.shape(npes, heapBytes, 0);
        StringBuilder table = new StringBuilder("| offset | part |\n|-|-|\n");
        row(table, 0, "header");
        row(table, JobLayout.slotOffset(0), "slot of PE 0, %d bytes".formatted(JobLayout.SLOT_BYTES));
        row(table, JobLayout.slotOffset(1), "slot of PE 1, and so on");
        row(table, JobLayout.textsOffset(npes, 0), "texts of PE 0, %d bytes".formatted(JobLayout.TEXTS_BYTES));
        row(table, JobLayout.textsOffset(npes, 1), "texts of PE 1, and so on");
        long regions = JobLayout.regionsOffset(npes);
        row(table, regions, "region of PE 0: its system area, %d bytes".formatted(shape.systemBytes()));
        row(table, regions + shape.systemBytes(), "its heap, %d bytes".formatted(shape.heapBytes()));
        row(table, JobLayout.regionOffset(npes, 1, shape.regionBytes()), "region of PE 1, and so on");
        row(table, JobLayout.fileBytes(npes, shape.regionBytes()), "end");
        return table.toString();
    }

    private static void row(StringBuilder table, long offset, String part) {
        table.append("| %d | %s |\n".formatted(offset, part));
    }

    private static String words(List<Word> words) {
        StringBuilder table = new StringBuilder("| offset | bytes | word | written by | meaning |\n|-|-|-|-|-|\n");
        for (Word word : words) {
            table.append("| %d | %d | %s | %s | %s |\n"
                    .formatted(word.offset(), word.width(), word.name(), word.writer(), word.meaning()));
        }
        return table.toString();
    }

    /// The picture in SystemLayout's own words.
    private static String picture() throws IOException {
        String source = Files.readString(SYSTEM);
        int from = source.indexOf("/// ```\n");
        int to = source.indexOf("/// ```\n", from + 1) + "/// ```\n".length();
        return source.substring(from, to).replaceAll("(?m)^/// ?", "");
    }

    private record Part(long offset, String name) {}

    /// Where the parts of a team's slot begin.
    private static String systemSlot(int npes) throws ReflectiveOperationException {
        List<Part> parts = new ArrayList<>();
        for (Field constant : SystemLayout.class.getFields()) {
            if (constant.getType() != int.class || NO_OFFSETS.contains(constant.getName())) continue;
            parts.add(new Part(
                    constant.getInt(null),
                    constant.getName().toLowerCase(Locale.ROOT).replace('_', ' ')));
        }
        for (String name : List.of("messages", "staging", "receive")) {
            var method = SystemLayout.class.getDeclaredMethod(name, int.class);
            method.setAccessible(true);
            parts.add(new Part((long) method.invoke(null, npes), name));
        }
        parts.sort(Comparator.comparingLong(Part::offset));
        var bytes = SystemLayout.class.getDeclaredMethod("slotBytes", int.class);
        bytes.setAccessible(true);
        parts.add(new Part((long) bytes.invoke(null, npes), "end"));
        StringBuilder table = new StringBuilder("| offset in the slot | part |\n|-|-|\n");
        for (Part part : parts) row(table, part.offset, part.name);
        return table.toString();
    }
}
