// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.HexDumpBytes;

/// The control words of a job file byte for byte, each with the name that [JobLayout] gives it: `oshrun --inspect JOB
/// --hex`.
final class HexDump {
    private HexDump() {}

    /// The header and every PE's slot. Words that are zero are left out of the slots.
    static String of(Path job) throws IOException {
        try (FileChannel channel = FileChannel.open(job, StandardOpenOption.READ)) {
            ByteBuffer header = copy(channel, 0, JobLayout.HEADER_BYTES);
            int npes = header.getInt(JobLayout.NPES_OFFSET);
            var text = new StringBuilder("header\n").append(words(header, fields(true), true));
            for (int pe = 0; pe < npes; pe++) {
                ByteBuffer slot = copy(channel, JobLayout.slotOffset(pe), JobLayout.SLOT_BYTES);
                text.append("slot of PE ").append(pe).append('\n').append(words(slot, fields(false), false));
            }
            return text.toString();
        }
    }

    private static ByteBuffer copy(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        while (to.hasRemaining() && channel.read(to, offset + to.position()) >= 0) continue;
        return to.clear();
    }

    private static String words(ByteBuffer words, Map<Integer, String> names, boolean zeros) {
        var dump = new HexDumpBytes();
        try {
            for (var entry : names.entrySet()) {
                boolean isInt = names.containsKey(entry.getKey() + Integer.BYTES) || entry.getKey() % Long.BYTES != 0;
                long value = isInt ? words.getInt(entry.getKey()) : words.getLong(entry.getKey());
                if (value == 0 && !zeros) continue;
                dump.writeHexDumpDescription("+%d %s = %d".formatted(entry.getKey(), entry.getValue(), value));
                if (isInt) dump.writeInt((int) value);
                else dump.writeLong(value);
            }
            return dump.toHexString();
        } finally {
            dump.releaseLast();
        }
    }

    /// The offsets of the layout by their names: those of the header, or those of a slot.
    private static Map<Integer, String> fields(boolean header) {
        Map<Integer, String> names = new TreeMap<>();
        boolean inHeader = true;
        try {
            for (Field field : JobLayout.class.getDeclaredFields()) {
                if (field.getName().equals("HEADER_BYTES")) inHeader = false;
                if (!Modifier.isStatic(field.getModifiers()) || !field.getName().endsWith("_OFFSET")) continue;
                if (inHeader == header) {
                    String name = field.getName().replace("_OFFSET", "").toLowerCase(Locale.ROOT);
                    names.put(field.getInt(null), name.replace('_', ' '));
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return names;
    }
}
