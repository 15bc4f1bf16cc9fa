// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import org.jshmem.trace.Track.Host;

/// The layout of a trace file, and its creation.
///
/// ```
///     0 +------------------------------------------------------+
///       | header: magic, version, PEs, sizes, title            |  one page
///  4096 +------------------------------------------------------+
///       | part of PE 0: events claimed, text, pid, host        |  one page
///       |               text: lines, objects, routines         |  textBytes
///       |               ring of events, 64 bytes each          |  the newest `events` of them
///       | part of PE 1 ...                                     |
///       +------------------------------------------------------+
/// ```
///
/// All numbers have the machine's byte order. The file is sparse: unwritten ranges occupy no space. Its data belong to
/// the page cache, so the events of a PE remain after any end of its process.
public final class TraceFile {
    static final long MAGIC = 0x4a53485452430a1aL; // "JSHTRC", line feed, end of file
    static final int VERSION = 2;

    static final int PAGE = 4096;
    static final int VERSION_OFFSET = 8;
    static final int NPES_OFFSET = 12;
    static final int EVENTS_OFFSET = 16;
    static final int TEXT_BYTES_OFFSET = 24;
    static final int VIRTUAL_OFFSET = 32;
    static final int CREATED_OFFSET = 40;
    static final int TITLE_OFFSET = 64; // its length, then its bytes
    private static final int LONGEST_TITLE = 1000;

    // a PE's part
    static final int CLAIMED_OFFSET = 0;
    static final int TEXT_USED_OFFSET = 64;
    static final int PID_OFFSET = 128;

    // for a job on several hosts
    private static final int HOST_OFFSET = 136; // number of the host + 1; 0 for a job on one host
    private static final int HOST_LOST_OFFSET = 140; // 1 if the host was lost with its events
    private static final int CLOCK_OFFSET = 144; // a ClockOffset
    private static final int HOST_NAME_OFFSET = 192;
    private static final int HOST_NAME_BYTES = 256; // the name, then zeros

    // an event
    static final int EVENT_SHIFT = 6;
    /// The size of an event.
    public static final int EVENT_BYTES = 1 << EVENT_SHIFT;
    static final int SEQUENCE = 0; // number of the event + 1, written last
    static final int START = 8;
    static final int END = 16; // 0 until the event ends
    static final int AT = 24;
    static final int BYTES = 32;
    static final int VALUE = 40;
    static final int WHAT = 48; // kind | detail << 8 | PE << 16 | thread << 32
    static final int SITE = 56; // number of its source line, negative for an exact line

    // an entry of text: bytes of its UTF-8, kind, two numbers, time, UTF-8
    static final int ENTRY_HEAD = 32;
    static final int ENTRY_SINCE = 24;
    static final int TEXT_SITE = 1;
    static final int TEXT_OBJECT = 2;
    static final int TEXT_NAMED = 3;
    static final int TEXT_ROUTINE = 4;
    static final int MOST_ROUTINES = 64;

    /// Bytes of text for each PE, enough for a few thousand lines and objects.
    private static final long TEXT_BYTES = 256 << 10;

    /// The default room for the events of each PE, in bytes.
    public static final long DEFAULT_BYTES = 16 << 20;

    private TraceFile() {}

    /// Throws if a file cannot be made; the message has a remedy.
    public static void check(Path file) throws IOException {
        if (Files.isDirectory(file)) throw new IOException("--trace '%s' is a directory; give a file".formatted(file));
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException("--trace %s: directory %s does not exist; create it first".formatted(file, folder));
        }
        if (Files.exists(file) && !isTrace(file)) {
            throw new IOException("--trace %s: this file is not a trace, and is kept; give another name, or remove it"
                    .formatted(file));
        }
        if (!Files.isWritable(folder)) {
            throw new IOException("--trace %s: this user cannot write to %s; give another one".formatted(file, folder));
        }
    }

    /// Whether a file may be replaced by a new trace.
    private static boolean isTrace(Path file) throws IOException {
        if (!Files.isRegularFile(file)) return false;
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            while (magic.hasRemaining() && channel.read(magic, magic.position()) >= 0) continue;
            return channel.size() == 0 || magic.getLong(0) == MAGIC;
        }
    }

    /// Makes the file of a job, with access for its user alone. Every PE keeps its newest events, up to `bytesEach`
    /// bytes. The message of the exception for a file that cannot be made has a remedy.
    public static void create(Path file, int npes, long bytesEach, boolean virtual, String title) throws IOException {
        check(file);
        long events = Math.max(PAGE, bytesEach) / PAGE * PAGE >> EVENT_SHIFT;
        ByteBuffer header = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        byte[] text = title.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, LONGEST_TITLE);
        header.putLong(0, MAGIC)
                .putInt(VERSION_OFFSET, VERSION)
                .putInt(NPES_OFFSET, npes)
                .putLong(EVENTS_OFFSET, events)
                .putLong(TEXT_BYTES_OFFSET, TEXT_BYTES)
                .putInt(VIRTUAL_OFFSET, virtual ? 1 : 0)
                .putLong(CREATED_OFFSET, System.currentTimeMillis())
                .putInt(TITLE_OFFSET, length)
                .put(TITLE_OFFSET + Integer.BYTES, text, 0, length);
        try {
            Files.deleteIfExists(file); // a PE of an older job may still write into the old file
            try (FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                while (header.hasRemaining()) channel.write(header);
                channel.write(ByteBuffer.allocate(1), partOffset(npes, events, TEXT_BYTES) - 1);
            }
        } catch (IOException e) {
            boolean inFile = e instanceof FileSystemException of && of.getReason() == null; // then its text is the path
            throw new IOException(
                    "--trace %s cannot be written, %s; lower --trace-size, or give a file in another folder"
                            .formatted(file, inFile ? "its folder takes no files" : e.getMessage()),
                    e);
        }
    }

    /// Reads the header of a trace.
    static ByteBuffer header(Path file, FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        boolean isFolder = Files.isDirectory(file);
        while (!isFolder && header.hasRemaining() && channel.read(header, header.position()) >= 0) continue;
        if (header.getLong(0) != MAGIC) {
            throw new IOException("%s is %s; name a file that oshrun --trace has written"
                    .formatted(file, isFolder ? "a directory" : "not a trace"));
        }
        int version = header.getInt(VERSION_OFFSET);
        if (version != VERSION) {
            throw new IOException("%s is a trace of version %d, this build reads %d; use the build that made it"
                    .formatted(file, version, VERSION));
        }
        if (!isSound(header, channel.size())) {
            throw new IOException("%s is damaged: its %d bytes are not what its header says; record it again"
                    .formatted(file, channel.size()));
        }
        return header.clear();
    }

    /// Whether a file of this size has room for the parts in its header. The comparisons are in an order in which no
    /// product overflows.
    private static boolean isSound(ByteBuffer header, long bytes) {
        int npes = header.getInt(NPES_OFFSET);
        long events = header.getLong(EVENTS_OFFSET);
        long textBytes = header.getLong(TEXT_BYTES_OFFSET);
        int title = header.getInt(TITLE_OFFSET);
        return npes > 0
                && events > 0
                && events <= bytes >> EVENT_SHIFT
                && textBytes >= 0
                && textBytes <= Math.min(bytes, Integer.MAX_VALUE - 8)
                && title >= 0
                && title <= LONGEST_TITLE
                && (bytes - PAGE) / npes >= partBytes(events, textBytes);
    }

    /// Writes the host into the head of a PE's part.
    static void stamp(ByteBuffer head, Host host) {
        head.putInt(HOST_OFFSET, host.number() + 1).putInt(HOST_LOST_OFFSET, host.lost() ? 1 : 0);
        host.clock().write(head, CLOCK_OFFSET);
        byte[] utf8 = Arrays.copyOf(host.name().getBytes(StandardCharsets.UTF_8), HOST_NAME_BYTES);
        head.put(HOST_NAME_OFFSET, utf8);
    }

    /// Reads the host in the head of a PE's part; null for a job on one host.
    static Host host(ByteBuffer head) {
        int number = head.getInt(HOST_OFFSET);
        if (number == 0) return null;
        byte[] name = new byte[HOST_NAME_BYTES];
        head.get(HOST_NAME_OFFSET, name);
        String text = new String(name, StandardCharsets.UTF_8).replace("\0", "");
        return new Host(number - 1, text, head.getInt(HOST_LOST_OFFSET) != 0, ClockOffset.read(head, CLOCK_OFFSET));
    }

    /// Reads bytes from an offset on; zeros follow the end of the file.
    static ByteBuffer copy(FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        while (to.hasRemaining() && channel.read(to, offset + to.position()) >= 0) continue;
        return to.clear();
    }

    /// The offset of a PE's part.
    static long partOffset(int pe, long events, long textBytes) {
        return PAGE + pe * partBytes(events, textBytes);
    }

    static long partBytes(long events, long textBytes) {
        return PAGE + textBytes + (events << EVENT_SHIFT);
    }
}
