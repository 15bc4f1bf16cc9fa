// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

    private final Sites sites;
    private final long textBytes;
    private final long ring;
    private final long mask;
    private final long events;
    private final String[] routines = new String[TraceFile.MOST_ROUTINES];

    /// Maps the part of a PE. With `exact` the source line of every event is looked up, even of a short one; a look-up
    /// takes no virtual time.
    Recorder(Path file, int pe, LongSupplier clock, boolean exact, Observer backend) throws IOException {
        this.clock = clock;
        this.backend = backend;
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            TraceFile.Sizes sizes = TraceFile.sizes(TraceFile.map(file, channel, arena));
            this.events = sizes.events();
            this.textBytes = sizes.textBytes();
            this.ring = sizes.ring();
            long bytes = sizes.partBytes();
            // global: threads may record until the process ends
            store.set(
                    channel.map(MapMode.READ_WRITE, sizes.part(pe), bytes, Arena.global())
                            .address(),
                    bytes);
        }
        this.mask = Long.bitCount(events) == 1 ? events - 1 : 0;
        this.sites = new Sites(exact, line -> text(TraceFile.TEXT_SITE, 0, 0, line));
    }

    long now() {
        return clock.getAsLong();
    }

    /// Records an event that has ended.
    void record(EventKind kind, int detail, int pe, long at, long bytes, long value, long start, long end) {
        long key = (long) kind.ordinal() << 56 ^ (long) pe << 40 ^ at;
        begin(kind, detail, pe, at, bytes, value, start, end, sites.of(key, start, end - start));
    }

    /// Records an event that begins now and has no end yet. Returns its number, for [#end].
    long begin(EventKind kind, int detail, int pe, long at, long bytes, long value, long start) {
        return begin(kind, detail, pe, at, bytes, value, start, 0, 0);
    }

    private long begin(
            EventKind kind, int detail, int pe, long at, long bytes, long value, long start, long end, long site) {
        long number = store.addAndGetLong(TraceFile.CLAIMED_OFFSET, 1) - 1;
        long slot = slot(number);
        store.writeOrderedLong(slot + TraceFile.SEQUENCE, 0); // not valid until it is complete
        store.writeLong(slot + TraceFile.START, start);
        store.writeLong(slot + TraceFile.END, end);
        store.writeLong(slot + TraceFile.AT, at);
        store.writeLong(slot + TraceFile.BYTES, bytes);
        store.writeLong(slot + TraceFile.VALUE, value);
        long thread = Thread.currentThread().threadId();
        store.writeLong(
                slot + TraceFile.WHAT, kind.ordinal() | (detail & 0xff) << 8 | (pe & 0xffffL) << 16 | thread << 32);
        store.writeLong(slot + TraceFile.SITE, site);
        store.writeOrderedLong(slot + TraceFile.SEQUENCE, number + 1); // release: completes the event for readers
        return number;
    }

    /// Records the end of an event.
    void end(long number, EventKind kind, int pe, long at, long start) {
        long end = now();
        long slot = slot(number);
        if (store.readLong(slot + TraceFile.SEQUENCE) != number + 1) return; // a newer event has overwritten this one
        long key = (long) kind.ordinal() << 56 ^ (long) pe << 40 ^ at;
        store.writeLong(slot + TraceFile.SITE, sites.of(key, start, end - start));
        store.writeOrderedLong(slot + TraceFile.END, end);
    }

    private long slot(long number) {
        long place = mask != 0 ? number & mask : number % events;
        return ring + (place << TraceFile.EVENT_SHIFT);
    }

    @Override
    public long entered(String routine, long team) {
        if (backend != null) backend.entered(routine, team);
        return begin(EventKind.CALL, routine(routine), 0, team, 0, 0, now());
    }

    @Override
    public void left(long token, long number) {
        if (backend != null) backend.left(0, number);
        long slot = slot(token);
        if (store.readLong(slot + TraceFile.SEQUENCE) != token + 1) return;
        store.writeLong(slot + TraceFile.VALUE, number);
        long team = store.readLong(slot + TraceFile.AT);
        long routine = store.readLong(slot + TraceFile.WHAT) >>> 8 & 0xff;
        end(token, EventKind.CALL, (int) routine, team, store.readLong(slot + TraceFile.START));
    }

    /// The number of a routine. The first call for a routine writes its name.
    private int routine(String name) {
        for (int i = 0; i < routines.length; i++) {
            if (routines[i] == name) return i;
            if (routines[i] == null) return newRoutine(name);
        }
        return routines.length - 1;
    }

    private synchronized int newRoutine(String name) {
        int i = 0;
        while (i < routines.length - 1 && routines[i] != null && routines[i] != name) i++;
        if (routines[i] == null) {
            text(TraceFile.TEXT_ROUTINE, i, 0, name);
            routines[i] = name;
        }
        return i;
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
        if (used + whole > textBytes) return;
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
