// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.inspect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import org.jshmem.shm.JobLayout;
import org.jshmem.shm.Word;

/// The control words of a job file byte for byte, each with the name that [JobLayout] gives it: `oshrun --inspect JOB
/// --hex`.
public final class HexDump {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private HexDump() {}

    /// The header and every PE's slot. Words that are zero are left out of the slots.
    public static String of(Path job) throws IOException {
        try (FileChannel channel = FileChannel.open(job, StandardOpenOption.READ)) {
            ByteBuffer header = copy(channel, 0, JobLayout.HEADER_BYTES);
            int npes = header.getInt(JobLayout.NPES_OFFSET);
            var text = new StringBuilder("header\n").append(words(header, Word.HEADER, true));
            for (int pe = 0; pe < npes; pe++) {
                ByteBuffer slot = copy(channel, JobLayout.slotOffset(pe), JobLayout.SLOT_BYTES);
                text.append("slot of PE ").append(pe).append('\n').append(words(slot, Word.SLOT, false));
            }
            return text.toString();
        }
    }

    private static ByteBuffer copy(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        while (to.hasRemaining() && channel.read(to, offset + to.position()) >= 0) continue;
        return to.clear();
    }

    private static String words(ByteBuffer from, List<Word> words, boolean zeros) {
        var text = new StringBuilder();
        for (Word word : words) {
            boolean isLong = word.width() == Long.BYTES;
            long value = isLong ? from.getLong(word.offset()) : from.getInt(word.offset());
            if (value == 0 && !zeros) continue;
            byte[] bytes = new byte[word.width()];
            from.get(word.offset(), bytes);
            text.append("%-23s  # +%d %s = %d%n".formatted(HEX.formatHex(bytes), word.offset(), word.name(), value));
        }
        return text.toString();
    }
}
