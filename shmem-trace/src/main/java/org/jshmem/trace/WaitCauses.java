// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jshmem.Cmp;

/// The search for the event that ended a wait.
/*
 * Writers read the clock before they write, and waiters read it after they have seen the write. The event that ended a
 * wait therefore began before the wait's end. Among the changes of the word it is the first one after the wait's
 * beginning whose value compares as awaited. If there is none, or if values are not known, it is the last change
 * before the wait's end. Signals, atomics and single stores change words. A put counts if it covers the awaited bytes
 * and no word was changed.
 *
 * Changes of bytes that no PE waits for are not kept. A kept change occupies 8 bytes.
 */
final class WaitCauses {
    private final Trace trace;
    private final List<Memory> memories = new ArrayList<>(); // of PEs

    /// The awaited bytes of a PE, and their changes.
    private static final class Memory {
        /// The ends of awaited ranges by their beginnings. Ranges do not overlap.
        final TreeMap<Long, Long> awaited = new TreeMap<>();

        final TreeMap<Long, LongStream.Builder> changing = new TreeMap<>();
        final LongStream.Builder putting = LongStream.builder();

        /// By byte: the events that changed the word, in the order of their beginnings.
        final TreeMap<Long, long[]> words = new TreeMap<>();

        /// The puts to awaited bytes, in the order of their beginnings.
        long[] puts;

        void await(long from, long to) {
            Map.Entry<Long, Long> before = awaited.floorEntry(from);
            if (before != null && before.getValue() >= to) return;
            long begin = before != null && before.getValue() > from ? before.getKey() : from;
            Map<Long, Long> within = awaited.subMap(begin, to);
            long end = within.values().stream().mapToLong(Long::longValue).reduce(to, Math::max);
            within.clear();
            awaited.put(begin, end);
        }

        void change(TraceEvent e) {
            boolean isPut = e.kind == EventKind.PUT;
            Map.Entry<Long, Long> range = awaited.lowerEntry(e.at + (isPut ? e.bytes : 1));
            if (range == null || range.getValue() <= e.at) return;
            (isPut ? putting : changing.computeIfAbsent(e.at, at -> LongStream.builder())).add(e.number());
        }

        void close() {
            puts = putting.build().toArray();
            changing.forEach((at, numbers) -> words.put(at, numbers.build().toArray()));
            changing.clear();
        }
    }

    WaitCauses(Trace trace) {
        this.trace = trace;
        for (Track ignored : trace.tracks()) memories.add(new Memory());
        for (Track track : trace.tracks()) {
            track.events()
                    .filter(this::isSearched)
                    .forEach(e -> memories.get(e.target).await(e.at, end(e)));
        }
        trace.inOrder(e -> {
            if (e.kind.changes() && e.target < memories.size())
                memories.get(e.target).change(e);
        });
        memories.forEach(Memory::close);
    }

    private boolean isSearched(TraceEvent e) {
        return e.kind == EventKind.WAIT && !e.open && e.target < memories.size();
    }

    private static long end(TraceEvent wait) {
        long end = wait.at + Math.max(1, wait.bytes);
        return end < wait.at ? Long.MAX_VALUE : end; // a damaged event
    }

    /// The event that ended a wait, or null.
    TraceEvent of(TraceEvent wait) {
        if (!isSearched(wait)) return null;
        Memory memory = memories.get(wait.target);
        TraceEvent best = null;
        for (long[] changes : memory.words.subMap(wait.at, end(wait)).values()) {
            TraceEvent e = ending(changes, wait);
            if (e != null && (best == null || e.start > best.start)) best = e;
        }
        return best != null ? ofDoorbell(best) : covering(memory.puts, wait);
    }

    /// The signal before an update of a mailbox's doorbell, which has the mailbox's name, unlike the
    /// doorbell; any other event itself.
    private static TraceEvent ofDoorbell(TraceEvent e) {
        if (e.kind != EventKind.UPDATE || !e.track.object(e).isEmpty()) return e;
        TraceEvent signal = e.before();
        return signal != null && signal.kind == EventKind.SIGNAL && signal.target == e.target ? signal : e;
    }

    /// The put that carried the data of a signal, or null: the event before it in its thread.
    static TraceEvent data(TraceEvent signal) {
        if (signal.kind != EventKind.SIGNAL && signal.kind != EventKind.UPDATE) return null;
        TraceEvent put = signal.before();
        return put != null && put.kind == EventKind.PUT && put.target == signal.target ? put : null;
    }

    private TraceEvent ending(long[] changes, TraceEvent wait) {
        for (int i = firstAfter(changes, wait.start); i < changes.length; i++) {
            TraceEvent change = trace.event(changes[i]);
            if (change.start > wait.end) break;
            if (satisfies(change, wait)) return change;
        }
        int last = firstAfter(changes, wait.end) - 1;
        return last < 0 ? null : trace.event(changes[last]);
    }

    private static boolean satisfies(TraceEvent change, TraceEvent wait) {
        if (change.detail != TracedChannel.KNOWN || wait.detail >= Cmp.values().length) return false;
        return Cmp.values()[wait.detail].holds(change.value, wait.value);
    }

    private TraceEvent covering(long[] puts, TraceEvent wait) {
        for (int i = firstAfter(puts, wait.end) - 1; i >= 0; i--) {
            TraceEvent put = trace.event(puts[i]);
            if (put.at < wait.at + wait.bytes && wait.at < put.at + put.bytes) return put;
        }
        return null;
    }

    /// The index of the first event that begins after a time.
    private int firstAfter(long[] events, long time) {
        int low = 0;
        int high = events.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (trace.event(events[middle]).start <= time) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
