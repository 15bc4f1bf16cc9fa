// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.machine.Directory;

/// What one PE's accesses cost and whom they concern: each is priced by the line directory, moves the PE's clock,
/// is held against what is in flight, enters the trace, and wakes who waits for the lines it changed. No byte
/// moves here.
/*
 * An access of one line costs what the state of that line says; one of several lines is a bulk copy by eq. 2. A copy
 * from or into private memory (`copying`) also pays for the private side, which a store or load of a register does not.
 */
final class Accesses {
    private final Simulation sim;
    private final Engine engine;
    private final Directory directory;
    private final int pe;

    Accesses(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        engine = sim.engine;
        directory = sim.directory;
    }

    /// Waits until no PE that could still act has a smaller clock; returns this PE's.
    long turn() {
        engine.turn(pe);
        return engine.now(pe);
    }

    /// One word changed, from `start` until `done`.
    void stored(Event event, int target, long offset, long bytes, long start, long done) {
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, bytes, start, done);
        long line = sim.line(offset);
        sim.pollers.changed(target, line, line + 1, done);
    }

    /// One word looked at, from `start` until now.
    void loaded(Event event, int target, long offset, int width, long start) {
        long done = directory.load(pe, target, sim.line(offset), start);
        if (event != Event.POLL) sim.races.meets(pe, event, target, offset, offset + width, start);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, width, start, done);
    }

    /// Changes a range from private memory, which is read first where `copying`.
    void write(Event event, int target, long offset, long bytes, boolean copying) {
        long first = sim.line(offset);
        long lines = sim.line(offset + bytes - 1) - first + 1;
        long start = turn();
        if (lines == 1) {
            if (copying && directory.owns(pe, target, first)) {
                stored(event, target, offset, bytes, start, directory.localCopy(start));
                return;
            }
            if (copying) {
                engine.advanceTo(pe, directory.local(pe, start));
                start = turn();
            }
            stored(event, target, offset, bytes, start, directory.store(pe, target, first, start));
            return;
        }
        long done = directory.copy(pe, -1, 0, lines, target, first, lines, start);
        moved(event, target, offset, bytes, start, done);
        sim.pollers.changed(target, first, first + lines, done);
    }

    /// Reads a range into private memory, which is written afterwards where `copying`.
    void read(Event event, int target, long offset, long bytes, boolean copying) {
        long first = sim.line(offset);
        long lines = sim.line(offset + bytes - 1) - first + 1;
        long start = turn();
        if (lines == 1) {
            long done;
            if (!copying) done = directory.load(pe, target, first, start);
            else if (directory.holds(pe, target, first)) done = directory.localCopy(start);
            else done = directory.local(pe, directory.load(pe, target, first, start));
            sim.races.meets(pe, event, target, offset, offset + bytes, start);
            engine.advanceTo(pe, done);
            sim.note(pe, event, target, offset, bytes, start, done);
            return;
        }
        moved(event, target, offset, bytes, start, directory.copy(pe, target, first, lines, -1, 0, lines, start));
    }

    private void moved(Event event, int target, long offset, long bytes, long start, long done) {
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        sim.races.flies(pe, event, target, offset, offset + bytes, start, done);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, bytes, start, done);
    }

    /// Prices a copy between two regions.
    void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        long from = sim.line(srcOffset);
        long to = sim.line(dstOffset);
        long fromLines = sim.line(srcOffset + bytes - 1) - from + 1;
        long toLines = sim.line(dstOffset + bytes - 1) - to + 1;
        long start = turn();
        if (fromLines == 1 && toLines == 1) {
            boolean local = directory.holds(pe, srcPe, from) && directory.owns(pe, dstPe, to);
            if (!local) read(Event.READ, srcPe, srcOffset, bytes, false);
            write(Event.COPY, dstPe, dstOffset, bytes, local);
            return;
        }
        long done = directory.copy(pe, srcPe, from, fromLines, dstPe, to, toLines, start);
        sim.races.meets(pe, Event.READ, srcPe, srcOffset, srcOffset + bytes, start);
        sim.races.flies(pe, Event.READ, srcPe, srcOffset, srcOffset + bytes, start, done);
        moved(Event.COPY, dstPe, dstOffset, bytes, start, done);
        sim.pollers.changed(dstPe, to, to + toLines, done);
    }
}
