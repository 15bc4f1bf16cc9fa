// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.List;
import java.util.TreeMap;

/// The recorded events of one PE.
///
/// @param pe the number of the PE
/// @param lost the number of events that are missing: newer ones have overwritten them, or they are incomplete
/// @param events in the order of their beginnings; an event precedes the events that it contains
/// @param objects objects of the program by their offset
public record Track(int pe, long lost, List<TraceEvent> events, TreeMap<Long, List<Named>> objects) {

    /// Enters into each event the collective call that contains it.
    public Track {
        TreeMap<Long, TraceEvent> inside = new TreeMap<>(); // by thread
        for (TraceEvent e : events) {
            TraceEvent call = inside.get(e.thread);
            boolean over = call != null && !call.open && e.start >= call.end && e.end > call.end;
            if (e.kind == EventKind.CALL) inside.put(e.thread, e);
            else if (over) inside.remove(e.thread);
            else e.call = call;
        }
    }

    /// Bytes that belonged to an object of the program from a time on.
    record Named(long since, long bytes, String name) {}

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
        if (e.kind == EventKind.CALL) return e.routine;
        String object = object(e);
        String word = e.kind == EventKind.WAIT ? "wait for" : e.kind.word();
        if (object.isEmpty()) return e.kind.word();
        return object.startsWith(word + " ") ? object : word + " " + object; // a signal without a name is `signal 2`
    }
}
