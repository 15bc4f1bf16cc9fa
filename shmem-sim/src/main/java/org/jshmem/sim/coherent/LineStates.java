// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The coherence state of 1,024 neighbouring lines, as runs of lines with equal state.
///
/// A run's state has three parts: the set of cores whose caches hold it, the end of its directory entry's busy time,
/// and its last writer. An empty set means that the lines are in memory. Modified lines may be shared without a
/// write-back (GOLS). Modified needs no bit, since no cost depends on it.
///
/// A run is known by the place of its record. A change of the runs makes the places of later runs invalid.
final class LineStates {
    /*
     * One array holds all records, so that a look at a line touches one or two lines of the host's cache. A record has
     * the first line of the run, the busy time, the writer, and a bit for each core. After the last record comes the
     * first line of a run that is not there.
     */
    static final int LINES = 1024;

    private static final int BUSY = 1;
    private static final int WRITER = 2;
    private static final int HOLDERS = 3;

    private static final int FEW = 8; // runs that are searched quickly

    final int number; // of these lines in their region
    private final int record; // longs
    private long[] state;
    private int end; // of the last record

    private int latest; // the run found last: one access looks it up several times
    private short[] found; // by line: the number of the run found last; null while runs are few

    /// Lines in memory, on a machine with this number of cores. `number` counts such blocks in their region.
    LineStates(int number, int cores) {
        this.number = number;
        record = HOLDERS + (cores + Long.SIZE - 1) / Long.SIZE;
        end = record;
        state = new long[end + 1];
        state[WRITER] = -1;
        state[end] = LINES;
    }

    /// The number of a line of a region among its neighbours.
    static int within(long line) {
        return (int) (line % LINES);
    }

    /// The run that contains a line.
    int run(int line) {
        int known = latest;
        if (contains(known, line)) return known;
        if (end > FEW * record) {
            if (found == null) found = new short[LINES];
            known = found[line] * record;
            if (!contains(known, line)) {
                known = search(line);
                found[line] = (short) (known / record);
            }
        } else known = search(line);
        latest = known;
        return known;
    }

    private boolean contains(int run, int line) {
        return run < end && state[run] <= line && line < state[run + record];
    }

    private int search(int line) {
        int low = 0;
        int high = end / record;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (state[middle * record] <= line) low = middle;
            else high = middle;
        }
        return low * record;
    }

    /// The line after a run.
    int end(int run) {
        return (int) state[run + record];
    }

    /// The run after a run.
    int next(int run) {
        return run + record;
    }

    long busy(int run) {
        return state[run + BUSY];
    }

    void setBusy(int run, long until) {
        state[run + BUSY] = until;
    }

    /// The PE that wrote a run last, -1 for none.
    int writer(int run) {
        return (int) state[run + WRITER];
    }

    void setWriter(int run, int pe) {
        state[run + WRITER] = pe;
    }

    boolean has(int run, int core) {
        return (state[run + HOLDERS + (core >>> 6)] >>> core & 1) != 0;
    }

    /// Whether no core holds a run.
    boolean isInMemory(int run) {
        return holders(run) == 0;
    }

    /// Whether a core holds a run and no other does.
    boolean isOnly(int run, int core) {
        if (record == HOLDERS + 1) return state[run + HOLDERS] == 1L << core;
        return has(run, core) && holders(run) == 1;
    }

    /// The number of cores that hold a run.
    int holders(int run) {
        int count = 0;
        for (int i = run + HOLDERS; i < run + record; i++) count += Long.bitCount(state[i]);
        return count;
    }

    void add(int run, int core) {
        state[run + HOLDERS + (core >>> 6)] |= 1L << core;
    }

    void remove(int run, int core) {
        state[run + HOLDERS + (core >>> 6)] &= ~(1L << core);
    }

    /// Makes a core the only one that holds a run; -1 for none.
    void setOnly(int run, int core) {
        for (int i = run + HOLDERS; i < run + record; i++) state[i] = 0;
        if (core >= 0) add(run, core);
    }

    /// Makes a run start at `line` (0 to LINES) and returns it.
    int cut(int line) {
        if (line == LINES) return end;
        int run = run(line);
        if (state[run] == line) return run;
        if (end + record >= state.length) state = Arrays.copyOf(state, 2 * end + 1);
        System.arraycopy(state, run, state, run + record, end + 1 - run);
        end += record;
        state[run + record] = line;
        return run + record;
    }

    /// Makes a run of exactly this line and returns it. Joins the two runs before it if their states have become equal.
    int single(int line, long now) {
        int run = cut(line);
        if (end(run) > line + 1) cut(line + 1);
        int before = run - record;
        if (before < record || !areEqual(before - record, before, now)) return run;
        delete(before, run);
        return before;
    }

    /// Whether two runs have equal states and neither is busy.
    private boolean areEqual(int run, int other, long now) {
        if (busy(run) > now || busy(other) > now) return false;
        for (int i = WRITER; i < record; i++) if (state[run + i] != state[other + i]) return false;
        return true;
    }

    private void delete(int from, int to) {
        System.arraycopy(state, to, state, from, end + 1 - to);
        end -= to - from;
    }

    /// Gives the lines from `first` up to `last` one state, which one core holds, or none (-1).
    void fill(int first, int last, int core, long until, int by) {
        int run = cut(first);
        int after = cut(last);
        if (after > run + record) delete(run + record, after);
        setOnly(run, core);
        setBusy(run, until);
        setWriter(run, by);
    }
}
