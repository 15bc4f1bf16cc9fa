// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The coherence state of 1,024 neighbouring lines, as runs of lines with equal state.
///
/// A run's state has three parts: the set of cores whose caches hold it, the end of its directory entry's busy time,
/// and its last writer. An empty set means that the lines are in memory. Modified lines may be shared without a
/// write-back (GOLS). Modified needs no bit, since no cost depends on it.
final class LineStates {
    static final int LINES = 1024;

    int runs = 1;
    int[] from = new int[4];
    Holders[] holders = {Holders.NONE, null, null, null};
    long[] busy = new long[4];
    int[] writer = {-1, 0, 0, 0};

    private static final int FEW = 8; // runs that are searched quickly

    private int latest; // the run found last: one access looks it up several times
    private short[] found; // by line: the run found last; null while runs are few

    /// The run that contains a line.
    int run(int line) {
        int known = latest;
        if (contains(known, line)) return known;
        if (runs > FEW) {
            if (found == null) found = new short[LINES];
            known = found[line];
            if (!contains(known, line)) {
                known = search(line);
                found[line] = (short) known;
            }
        } else known = search(line);
        latest = known;
        return known;
    }

    private boolean contains(int run, int line) {
        return run < runs && from[run] <= line && line < end(run);
    }

    private int search(int line) {
        int low = 0;
        int high = runs;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (from[middle] <= line) low = middle;
            else high = middle;
        }
        return low;
    }

    int end(int run) {
        return run + 1 < runs ? from[run + 1] : LINES;
    }

    /// Makes a run start at `line` (0 to LINES) and returns it.
    int cut(int line) {
        if (line == LINES) return runs;
        int run = run(line);
        if (from[run] == line) return run;
        insertAfter(run);
        from[run + 1] = line;
        return run + 1;
    }

    private void insertAfter(int run) {
        if (runs == from.length) {
            int more = 2 * runs;
            from = Arrays.copyOf(from, more);
            holders = Arrays.copyOf(holders, more);
            busy = Arrays.copyOf(busy, more);
            writer = Arrays.copyOf(writer, more);
        }
        int moved = runs - run;
        System.arraycopy(from, run, from, run + 1, moved);
        System.arraycopy(holders, run, holders, run + 1, moved);
        System.arraycopy(busy, run, busy, run + 1, moved);
        System.arraycopy(writer, run, writer, run + 1, moved);
        runs++;
    }

    /// Makes a run of exactly this line and returns it. Joins the two runs before it if their states have become equal.
    int single(int line, long now) {
        int run = cut(line);
        cut(line + 1);
        return run >= 2 ? run - join(run - 1, now) : run;
    }

    /// Joins a run to the one before it if their states are equal and neither is busy. Returns the number of removed
    /// runs.
    private int join(int run, long now) {
        int before = run - 1;
        if (!holders[before].same(holders[run]) || writer[before] != writer[run]) return 0;
        if (busy[before] > now || busy[run] > now) return 0;
        remove(run, run + 1);
        return 1;
    }

    private void remove(int run, int end) {
        int moved = runs - end;
        System.arraycopy(from, end, from, run, moved);
        System.arraycopy(holders, end, holders, run, moved);
        System.arraycopy(busy, end, busy, run, moved);
        System.arraycopy(writer, end, writer, run, moved);
        runs -= end - run;
    }

    /// Gives the lines from `first` up to `end` one state.
    void fill(int first, int end, Holders who, long until, int by) {
        int run = cut(first);
        int after = cut(end);
        if (after > run + 1) remove(run + 1, after);
        holders[run] = who;
        busy[run] = until;
        writer[run] = by;
    }
}
