// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Cmp;

/// The search for the event that ended a wait.
/*
 * Writers read the clock before they write, and waiters read it after they have seen the write. The event that ended a
 * wait therefore began before the wait's end. Among the changes of the word it is the first one after the wait's
 * beginning whose value compares as awaited. If there is none, or if values are not known, it is the last change
 * before the wait's end. Signals, atomics and single stores change words. A put counts if it covers the awaited bytes
 * and no word was changed.
 */
final class WaitCauses {
    /// By PE and byte of its region: the events that changed the word, in the order of their beginnings.
    private final List<TreeMap<Long, List<TraceEvent>>> words = new ArrayList<>();

    /// By PE: the puts to its region.
    private final List<List<TraceEvent>> puts = new ArrayList<>();

    /// By signal: the put before it, which carried its data.
    private final Map<TraceEvent, TraceEvent> data = new IdentityHashMap<>();

    WaitCauses(Trace trace) {
        for (Track ignored : trace.tracks()) {
            words.add(new TreeMap<>());
            puts.add(new ArrayList<>());
        }
        for (Track track : trace.tracks()) {
            Map<Long, TraceEvent> before = new HashMap<>(); // by thread
            for (TraceEvent e : track.events()) {
                enter(e);
                TraceEvent last = before.put(e.thread, e);
                boolean follows = last != null && last.kind == EventKind.PUT && last.target == e.target;
                if (follows && (e.kind == EventKind.SIGNAL || e.kind == EventKind.UPDATE)) data.put(e, last);
            }
        }
        for (var of : words) of.values().forEach(list -> list.sort(Comparator.comparingLong(e -> e.start)));
        puts.forEach(list -> list.sort(Comparator.comparingLong(e -> e.start)));
    }

    private void enter(TraceEvent e) {
        if (!e.kind.changes() || e.target >= words.size()) return;
        if (e.kind == EventKind.PUT) puts.get(e.target).add(e);
        else words.get(e.target).computeIfAbsent(e.at, at -> new ArrayList<>()).add(e);
    }

    /// The event that ended a wait, or null.
    TraceEvent of(TraceEvent wait) {
        if (wait.kind != EventKind.WAIT || wait.open || wait.target >= words.size()) return null;
        TraceEvent best = null;
        var there = words.get(wait.target).subMap(wait.at, wait.at + Math.max(1, wait.bytes));
        for (List<TraceEvent> changes : there.values()) {
            TraceEvent e = ending(changes, wait);
            if (e != null && (best == null || e.start > best.start)) best = e;
        }
        return best != null ? best : covering(wait);
    }

    /// The put that carried the data of a signal, or null.
    TraceEvent data(TraceEvent signal) {
        return data.get(signal);
    }

    private static TraceEvent ending(List<TraceEvent> changes, TraceEvent wait) {
        int after = firstAfter(changes, wait.start);
        for (int i = after; i < changes.size() && changes.get(i).start <= wait.end; i++) {
            if (satisfies(changes.get(i), wait)) return changes.get(i);
        }
        int last = firstAfter(changes, wait.end) - 1;
        return last < 0 ? null : changes.get(last);
    }

    private static boolean satisfies(TraceEvent change, TraceEvent wait) {
        if (change.detail != TracedChannel.KNOWN || wait.detail >= Cmp.values().length) return false;
        return Cmp.values()[wait.detail].holds(change.value, wait.value);
    }

    private TraceEvent covering(TraceEvent wait) {
        List<TraceEvent> there = puts.get(wait.target);
        for (int i = firstAfter(there, wait.end) - 1; i >= 0; i--) {
            TraceEvent put = there.get(i);
            if (put.at < wait.at + wait.bytes && wait.at < put.at + put.bytes) return put;
        }
        return null;
    }

    /// The index of the first event that begins after a time.
    private static int firstAfter(List<TraceEvent> events, long time) {
        int low = 0;
        int high = events.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (events.get(middle).start <= time) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
