// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import net.openhft.chronicle.bytes.PointerBytesStore;
import org.jshmem.transport.Observer;

/// The recorder of one PE's events: appends them to the PE's part of a trace, from any of the PE's threads, without
/// waiting for readers or other PEs.
/*
 * One atomic addition claims an event. The thread fills it and makes it valid by its sequence number, stored last. If
 * a PE is killed while it writes an event, a reader skips that event. An event that lasts (wait, collective) is made
 * valid when it begins and gets its end later. The ring of a killed PE therefore shows the operation that the PE was
 * in.
 *
 * Costs, one thread, quiet machine: 11 ns for an event, and 18 ns for each reading of the clock. Only an event that
 * may take long therefore has both ends; a stored word has its beginning alone.
 */
final class Recorder implements Observer {
    private final PointerBytesStore store = new PointerBytesStore();
    private final LongSupplier clock;

    /// The backend's own observer, or null. It gets no tokens, as calls are nested.
    private final Observer backend;

    private final SourceLines lines;
    private final long mask;
    private final long events;
    private final Map<String, Integer> names = new HashMap<>();

    /// Maps the part of a PE. With `exact` the source line of every event is looked up, even of a short one; a look-up
    /// takes no virtual time.
    Recorder(Path file, int pe, LongSupplier clock, boolean exact, Observer backend) throws IOException {
        this.clock = clock;
        this.backend = backend;
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            TraceFile.Sizes sizes = TraceFile.sizes(TraceFile.map(file, channel, arena));
            this.events = sizes.events();
            long bytes = sizes.partBytes();
            // global: threads may record until the process ends
            var part = channel.map(MapMode.READ_WRITE, sizes.part(pe), bytes, Arena.global());
            store.set(part.address(), bytes);
        }
        this.mask = Long.bitCount(events) == 1 ? events - 1 : 0;
        this.lines = new SourceLines(exact, this::name);
    }

    long now() {
        return clock.getAsLong();
    }

    /// Records an event that has ended.
    void record(EventKind kind, int detail, int pe, long at, long bytes, long value, long start, long end) {
        long what = what(kind, detail, pe);
        write(what, at, bytes, value, start, end, lines.of(key(what, at), start, end - start));
    }

    /// Records an event that begins now and has no end yet. Returns its number, for [#end].
    long begin(EventKind kind, int detail, int pe, long at, long bytes, long value) {
        return write(what(kind, detail, pe), at, bytes, value, now(), TraceFile.OPEN, 0);
    }

    private static long what(EventKind kind, int detail, int pe) {
        return kind.ordinal() | (detail & 0xff) << 8 | (long) pe << 32;
    }

    /// The key of events whose source line is probably the same.
    private static long key(long what, long at) {
        return what * 0x9e3779b97f4a7c15L ^ at;
    }

    private long write(long what, long at, long bytes, long value, long start, long end, int line) {
        long number = store.addAndGetLong(TraceFile.CLAIMED_OFFSET, 1) - 1;
        long slot = slot(number);
        store.writeOrderedLong(slot + TraceFile.SEQUENCE, 0); // not valid until it is complete
        store.writeLong(slot + TraceFile.START, start);
        store.writeLong(slot + TraceFile.END, end);
        store.writeLong(slot + TraceFile.AT, at);
        store.writeLong(slot + TraceFile.BYTES, bytes);
        store.writeLong(slot + TraceFile.VALUE, value);
        store.writeLong(slot + TraceFile.WHAT, what);
        store.writeInt(slot + TraceFile.LINE, line);
        store.writeInt(slot + TraceFile.THREAD, (int) Thread.currentThread().threadId());
        store.writeOrderedLong(slot + TraceFile.SEQUENCE, number + 1); // release: completes the event for readers
        return number;
    }

    /// Records the end of an event, unless a newer event has overwritten it.
    void end(long number) {
        long end = now();
        long slot = slot(number);
        if (!holds(slot, number)) return;
        long key = key(store.readLong(slot + TraceFile.WHAT), store.readLong(slot + TraceFile.AT));
        long start = store.readLong(slot + TraceFile.START);
        store.writeInt(slot + TraceFile.LINE, lines.of(key, start, end - start));
        store.writeOrderedLong(slot + TraceFile.END, end);
    }

    private boolean holds(long slot, long number) {
        return store.readLong(slot + TraceFile.SEQUENCE) == number + 1;
    }

    private long slot(long number) {
        long place = mask != 0 ? number & mask : number % events;
        return TraceFile.Sizes.RING + (place << TraceFile.EVENT_SHIFT);
    }

    @Override
    public long entered(String routine, long team) {
        if (backend != null) backend.entered(routine, team);
        return begin(EventKind.CALL, 0, name(routine), team, 0, 0);
    }

    @Override
    public void left(long token, long number) {
        if (backend != null) backend.left(0, number);
        long slot = slot(token);
        if (holds(slot, token)) store.writeLong(slot + TraceFile.VALUE, number);
        end(token);
    }

    /// The number of a name: of a routine or a source line. The first use of a name writes it.
    private synchronized int name(String name) {
        return names.computeIfAbsent(name, _ -> {
            int number = names.size() + 1;
            text(TraceFile.TEXT_NAME, number, 0, name);
            return number;
        });
    }

    @Override
    public void object(long offset, long bytes, int width, String name) {
        text(TraceFile.TEXT_OBJECT, offset, bytes, name);
        if (backend != null) backend.object(offset, bytes, width, name);
    }

    @Override
    public void named(long offset, String name) {
        text(TraceFile.TEXT_NAMED, offset, 0, name);
        if (backend != null) backend.named(offset, name);
    }

    @Override
    public boolean watchesOwn() {
        return backend != null && backend.watchesOwn();
    }

    @Override
    public void read(long offset, long bytes) {
        if (backend != null) backend.read(offset, bytes);
    }

    @Override
    public void wrote(long offset, long bytes) {
        if (backend != null) backend.wrote(offset, bytes);
    }

    /// Appends an entry to the text, unless the text is full.
    private synchronized void text(int kind, long a, long b, String what) {
        byte[] utf8 = what.getBytes(StandardCharsets.UTF_8);
        long used = store.readLong(TraceFile.TEXT_USED_OFFSET);
        long whole = TraceFile.ENTRY_HEAD + utf8.length + 7L & -8L;
        if (used + whole > TraceFile.TEXT_BYTES) return;
        long entry = TraceFile.PAGE + used;
        store.writeInt(entry, utf8.length);
        store.writeInt(entry + Integer.BYTES, kind);
        store.writeLong(entry + 8, a);
        store.writeLong(entry + 16, b);
        store.writeLong(entry + TraceFile.ENTRY_SINCE, now());
        store.write(entry + TraceFile.ENTRY_HEAD, utf8, 0, utf8.length);
        store.writeOrderedLong(TraceFile.TEXT_USED_OFFSET, used + whole); // release: the entry is complete for readers
    }
}
