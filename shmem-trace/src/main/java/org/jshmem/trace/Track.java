// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The recorded events of one PE, in the order of their beginnings; an event precedes the events that it contains.
///
/// The events stay in the mapped file, and an object of an event lasts as long as its user. A track occupies 8 bytes
/// for each event.
///
/// @param pe the number of the PE
/// @param lost the number of events that are missing: newer ones have overwritten them, or they are incomplete
/// @param last the end of the latest event
/// @param part the PE's part of the file
/// @param slots the places of the events in the part, in their order
/// @param calls the index of the collective that contains the event, + 1
/// @param texts names of routines and lines, by number
/// @param objects objects of the program, by offset
public record Track(
        int pe,
        long lost,
        long last,
        MemorySegment part,
        int[] slots,
        int[] calls,
        Map<Long, String> texts,
        TreeMap<Long, List<Named>> objects) {
    /// Bytes that belonged to an object of the program from a time on.
    record Named(long since, long bytes, String name) {}

    /// This track, once it has found the collectives that contain events.
    Track withCalls() {
        Map<Integer, TraceEvent> inside = new HashMap<>(); // by thread
        for (int i = 0; i < slots.length; i++) {
            TraceEvent e = event(i);
            TraceEvent call = inside.get(e.thread);
            boolean over = call != null && !call.open && e.start >= call.end && e.end > call.end;
            if (e.kind == EventKind.CALL) inside.put(e.thread, e);
            else if (over) inside.remove(e.thread);
            else if (call != null) calls[i] = call.index + 1;
        }
        return this;
    }

    int size() {
        return slots.length;
    }

    TraceEvent event(int index) {
        long at = TraceFile.Sizes.RING + ((long) slots[index] << TraceFile.EVENT_SHIFT);
        return new TraceEvent(this, index, part.asSlice(at, TraceFile.EVENT_BYTES));
    }

    /// The events in their order.
    public Stream<TraceEvent> events() {
        return IntStream.range(0, size()).mapToObj(this::event);
    }

    TraceEvent call(int index) {
        return calls[index] == 0 ? null : event(calls[index] - 1);
    }

    String text(long number, String otherwise) {
        return texts.getOrDefault(number, otherwise);
    }

    /// The object of the program that has the bytes of an event; an empty text for the library's own bytes.
    String object(TraceEvent e) {
        var below = e.kind == EventKind.CALL ? null : objects.floorEntry(e.at);
        if (below == null) return "";
        Named found = null;
        for (Named n : below.getValue()) if (found == null || n.since <= e.start) found = n;
        return e.at < below.getKey() + found.bytes ? found.name : "";
    }

    /// The name of an event in lists: `barrier`, `wait for "halo"`.
    String name(TraceEvent e) {
        if (e.kind == EventKind.CALL) return e.routine();
        String object = object(e);
        String word = e.kind == EventKind.WAIT ? "wait for" : e.kind.word();
        if (object.isEmpty()) return e.kind.word();
        return object.startsWith(word + " ") ? object : word + " " + object; // a signal without a name is `signal 2`
    }
}
