// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// What one PE has recorded.
public final class Track {
    private final int pe;
    private final long pid;
    private final Host host;
    private final long lost;
    private final List<TraceEvent> events;
    private final List<String> routines;
    private final TreeMap<Long, List<Named>> objects;

    /// Bytes that were an object of the program's from a time on.
    record Named(long since, long bytes, String name) {}

    /// Where a PE ran.
    ///
    /// @param number in the order of the job's hosts
    /// @param name as the user wrote it
    /// @param lost whether it was lost, and with it what its PEs had recorded
    /// @param errorNanos by how much its times may be wrong beside those of host 0, negative: unknown
    public record Host(int number, String name, boolean lost, long errorNanos) {}

    Track(
            int pe,
            long pid,
            Host host,
            long lost,
            List<TraceEvent> events,
            List<String> routines,
            TreeMap<Long, List<Named>> objects) {
        this.pe = pe;
        this.pid = pid;
        this.host = host;
        this.lost = lost;
        this.events = events;
        this.routines = routines;
        this.objects = objects;
    }

    /// The PE.
    public int pe() {
        return pe;
    }

    /// Its process.
    public long pid() {
        return pid;
    }

    /// Its host, or null where the job had one.
    public Host host() {
        return host;
    }

    /// Older events that newer ones have taken the place of.
    public long lost() {
        return lost;
    }

    /// In the order of their beginnings; what contains others comes before them.
    public List<TraceEvent> events() {
        return events;
    }

    /// The name of a routine.
    String routine(int number) {
        return number < routines.size() && routines.get(number) != null ? routines.get(number) : "collective";
    }

    /// What the bytes of an event belong to: an object of the program's, or an empty text for the library's own.
    String object(TraceEvent e) {
        var below = e.kind() == EventKind.CALL ? null : objects.floorEntry(e.at());
        if (below == null) return "";
        Named found = null;
        for (Named n : below.getValue()) if (found == null || n.since <= e.start()) found = n;
        return e.at() < below.getKey() + found.bytes ? found.name : "";
    }

    /// What the event is called in lists: `barrier`, `wait for "halo"`.
    String name(TraceEvent e) {
        if (e.kind() == EventKind.CALL) return routine(e.detail());
        String object = object(e);
        if (object.isEmpty()) return e.kind().word();
        return e.kind() == EventKind.WAIT ? "wait for " + object : e.kind().word() + " " + object;
    }

    /// The call that an event belongs to, for each event; null for the program's own.
    List<TraceEvent> calls() {
        List<TraceEvent> calls = new ArrayList<>(events.size());
        TreeMap<Long, TraceEvent> inside = new TreeMap<>(); // by thread
        for (TraceEvent e : events) {
            TraceEvent call = inside.get(e.thread());
            boolean over = call != null && !call.open() && e.start() >= call.end() && e.end() > call.end();
            if (over) call = null;
            calls.add(e.kind() == EventKind.CALL ? null : call);
            if (e.kind() == EventKind.CALL) inside.put(e.thread(), e);
            else if (over) inside.remove(e.thread());
        }
        return calls;
    }
}
