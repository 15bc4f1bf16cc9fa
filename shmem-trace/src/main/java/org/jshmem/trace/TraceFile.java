// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jshmem.runtime.settings.MemorySizes;

/// The layout of a trace file, and its creation.
///
/// ```
///     0 +------------------------------------------------------+
///       | header: magic, version, PEs, sizes, title            |  one page
///  4096 +------------------------------------------------------+
///       | part of PE 0: events claimed, text used              |  one page
///       |               text: lines, objects, routines         |  256 KiB
///       |               ring of events, 64 bytes each          |  the newest `events` of them
///       | part of PE 1 ...                                     |
///       +------------------------------------------------------+
/// ```
///
/// All numbers have the machine's byte order. The file is sparse: unwritten ranges occupy no space. Its data belong to
/// the page cache, so the events of a PE remain after any end of its process.
public final class TraceFile {
    static final long MAGIC = 0x4a53485452430a1aL; // "JSHTRC", line feed, end of file
    static final int VERSION = 7;

    static final int PAGE = 4096;
    static final int VERSION_OFFSET = 8;
    static final int NPES_OFFSET = 12;
    static final int EVENTS_OFFSET = 16;
    static final int VIRTUAL_OFFSET = 24;
    static final int TITLE_OFFSET = 64; // its length, then its bytes
    private static final int LONGEST_TITLE = 1000;

    // a PE's part
    static final int CLAIMED_OFFSET = 0;
    static final int TEXT_USED_OFFSET = 64;

    // an event
    static final int EVENT_SHIFT = 6;
    /// The size of an event.
    public static final int EVENT_BYTES = 1 << EVENT_SHIFT;
    static final int SEQUENCE = 0; // number of the event + 1, written last
    static final int START = 8;
    static final int END = 16; // OPEN until the event ends
    static final int AT = 24;
    static final int BYTES = 32;
    static final int VALUE = 40;
    static final int WHAT = 48; // kind | detail << 8 | PE, or number of the routine, << 32
    static final int LINE = 56; // 4 bytes: number of its source line, negative for an exact line
    static final int THREAD = 60; // 4 bytes

    /// The end of an event that has not ended; time 0 may be the beginning of a job.
    static final long OPEN = -1;

    // an entry of text: bytes of its UTF-8, kind, two numbers, time, UTF-8
    static final int ENTRY_HEAD = 32;
    static final int ENTRY_SINCE = 24;
    static final int TEXT_NAME = 1; // of a source line or a routine, with its number
    static final int TEXT_OBJECT = 2;
    static final int TEXT_NAMED = 3;

    /// Bytes of text for each PE, enough for a few thousand lines and objects.
    static final int TEXT_BYTES = 256 << 10;

    /// The default room for the events of each PE, in bytes.
    public static final long DEFAULT_BYTES = 16 << 20;

    private TraceFile() {}

    /// The sizes of a trace: its PEs, and the events of each.
    record Sizes(int npes, long events) {
        /// The offset of the events in a part.
        static final long RING = PAGE + TEXT_BYTES;

        long partBytes() {
            return RING + (events << EVENT_SHIFT);
        }

        /// The offset of a PE's part.
        long part(int pe) {
            return PAGE + pe * partBytes();
        }

        /// Whether a file of this size has room for the parts. The comparisons are in an order in which no product
        /// overflows.
        private boolean fit(long bytes) {
            return npes > 0 && events > 0 && events <= bytes >> EVENT_SHIFT && (bytes - PAGE) / npes >= partBytes();
        }
    }

    /// Throws if a file cannot be made; the message has a remedy.
    private static void check(Path file) throws IOException {
        refuse(Files.isDirectory(file), "--trace '%s' is a directory; give a file", file);
        Path folder = file.toAbsolutePath().getParent();
        boolean absent = folder == null || !Files.isDirectory(folder);
        refuse(absent, "--trace %s: directory %s does not exist; create it first", file, folder);
        boolean foreign = Files.exists(file) && !isTrace(file);
        refuse(foreign, "--trace %s: this file is not a trace, and is kept; give another name, or remove it", file);
        refuse(!Files.isWritable(folder), "--trace %s: this user cannot write to %s; give another one", file, folder);
    }

    /// Throws an exception with this message if a file is `wrong`.
    static void refuse(boolean wrong, String message, Object... facts) throws IOException {
        if (wrong) throw new IOException(message.formatted(facts));
    }

    /// Whether a file may be replaced by a new trace.
    private static boolean isTrace(Path file) throws IOException {
        if (!Files.isRegularFile(file)) return false;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(Long.BYTES);
            return head.length == 0 || hasMagic(MemorySegment.ofArray(head));
        }
    }

    private static boolean hasMagic(MemorySegment file) {
        return file.byteSize() >= Long.BYTES && file.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) == MAGIC;
    }

    /// The bytes of events of each PE that `--trace-size` gives; the default for null.
    public static long eventBytes(String size) {
        long bytes = size == null ? DEFAULT_BYTES : MemorySizes.parse("--trace-size", size);
        if (bytes >= EVENT_BYTES) return bytes;
        throw new IllegalArgumentException(
                "--trace-size '%s' has no room for an event; give %d bytes or more, such as 16m"
                        .formatted(size, EVENT_BYTES));
    }

    /// Makes the file of a job, with access for its user alone. Every PE keeps its newest events, up to `bytesEach`
    /// bytes. The message of the exception for a file that cannot be made has a remedy.
    public static void create(Path file, int npes, long bytesEach, boolean virtual, String title) throws IOException {
        check(file);
        var sizes = new Sizes(npes, Math.max(PAGE, bytesEach) / PAGE * PAGE >> EVENT_SHIFT);
        ByteBuffer header = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        byte[] text = title.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, LONGEST_TITLE);
        header.putLong(0, MAGIC)
                .putInt(VERSION_OFFSET, VERSION)
                .putInt(NPES_OFFSET, npes)
                .putLong(EVENTS_OFFSET, sizes.events)
                .putInt(VIRTUAL_OFFSET, virtual ? 1 : 0)
                .putInt(TITLE_OFFSET, length)
                .put(TITLE_OFFSET + Integer.BYTES, text, 0, length);
        try {
            Files.deleteIfExists(file); // a PE of an older job may still write into the old file
            try (FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                while (header.hasRemaining()) channel.write(header);
                channel.write(ByteBuffer.allocate(1), sizes.part(npes) - 1);
            }
        } catch (IOException e) {
            boolean inFile = e instanceof FileSystemException of && of.getReason() == null; // then its text is the path
            throw new IOException(
                    "--trace %s cannot be written, %s; lower --trace-size, or give a file in another folder"
                            .formatted(file, inFile ? "its folder takes no files" : e.getMessage()),
                    e);
        }
    }

    /// Maps a trace for reading, after a check of its header.
    static MemorySegment map(Path file, FileChannel channel, Arena arena) throws IOException {
        boolean isFolder = Files.isDirectory(file);
        long bytes = isFolder ? 0 : channel.size();
        MemorySegment all = isFolder ? MemorySegment.NULL : channel.map(MapMode.READ_ONLY, 0, bytes, arena);
        String kind = isFolder ? "a directory" : "not a trace";
        refuse(!hasMagic(all), "%s is %s; name a file that oshrun --trace has written", file, kind);
        int version = bytes < PAGE ? VERSION : all.get(ValueLayout.JAVA_INT_UNALIGNED, VERSION_OFFSET);
        String older = "%s is a trace of version %d, this build reads %d; use the build that made it";
        refuse(version != VERSION, older, file, version, VERSION);
        int title = bytes < PAGE ? -1 : all.get(ValueLayout.JAVA_INT_UNALIGNED, TITLE_OFFSET);
        boolean damaged = title < 0 || title > LONGEST_TITLE || !sizes(all).fit(bytes);
        refuse(damaged, "%s is damaged: its %d bytes are not what its header says; record it again", file, bytes);
        return all;
    }

    /// The sizes in the header of a trace.
    static Sizes sizes(MemorySegment trace) {
        return new Sizes(
                trace.get(ValueLayout.JAVA_INT_UNALIGNED, NPES_OFFSET),
                trace.get(ValueLayout.JAVA_LONG_UNALIGNED, EVENTS_OFFSET));
    }
}
