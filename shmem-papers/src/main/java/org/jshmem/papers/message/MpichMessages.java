// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Cmp;
import org.jshmem.transport.Channel;
import org.jshmem.transport.FlagWait;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// Messages of two copies, as MPICH2 passes them through shared memory (Putigny 2014, III-A): the sender copies into
/// a cell of its connection, the receiver out of it.
///
/// ```
/// sender     S1  S2  S3  ..  Sn
/// receiver       R1  R2  ..      Rn       T = S1 + sum over i of max(S(i), R(i-1)) + Rn      (U's eq. 1)
/// ```
///
/// A send returns when its last part is in a cell; a message that fits into the cells is eager.
public final class MpichMessages {
    /*
     * A connection has one sender and one receiver: two cells in the receiver's region, and a line in the sender's.
     * Eq. 1 needs a cell to fill while the receiver empties the other one. Parts are numbered from 1 without end.
     *
     *   cell    | number of its part | up to 64 kB of payload      set by the sender, polled by the receiver
     *   line    | parts taken so far |                             set by the receiver, looked at when cells are used up
     */
    private static final Wait.Reason WHY = _ -> "for a message of the experiment";
    private static final int LINE = 64;
    private static final int HEADER = 8;
    private static final int CELLS = 2;

    /// Bytes of a part: MPICH2's cell.
    static final int CELL = 64 << 10;

    private static final long CONNECTION = CELLS * (CELL + LINE) + LINE;

    private final Transport t;
    private final Channel channel;
    private final long base;
    private final int me;
    private final long[] sent;
    private final long[] taken; // the last values that this PE has read
    private final long[] received;

    /// Creates the messages of this PE, with cells and lines from `base`, a multiple of 64, in every region.
    public MpichMessages(Transport transport, long base) {
        t = transport;
        channel = t.channel();
        this.base = base;
        me = t.pe();
        sent = new long[t.npes()];
        taken = new long[t.npes()];
        received = new long[t.npes()];
    }

    /// Returns the bytes from `base` that each of `npes` PEs needs.
    public static long bytes(int npes) {
        return npes * CONNECTION;
    }

    /// Sends bytes of this PE's memory to PE `to`.
    public void send(int to, long src, long bytes) {
        software();
        for (long part = 0; part < parts(bytes); part++) push(to, src, bytes, part);
    }

    /// Receives bytes of PE `from` into this PE's memory.
    public void receive(int from, long dst, long bytes) {
        software();
        for (long part = 0; part < parts(bytes); part++) pull(from, dst, bytes, part);
    }

    /// Sends `n` bytes to one PE and receives `m` from another, part by part.
    public void exchange(int to, long src, long n, int from, long dst, long m) {
        software();
        software();
        long most = Math.max(parts(n), parts(m));
        for (long part = 0; part < most; part++) {
            if (part < parts(n)) push(to, src, n, part);
            if (part < parts(m)) pull(from, dst, m, part);
        }
    }

    private void software() {
        long nanos = Math.round(t.direct().parameter("t_mpi")); // 0 on a real host
        if (nanos > 0) t.sleep(nanos);
    }

    private static long parts(long bytes) {
        return Math.max(1, (bytes + CELL - 1) / CELL);
    }

    private void push(int to, long src, long bytes, long part) {
        long number = ++sent[to];
        long free = number - CELLS;
        if (taken[to] < free) {
            var wait = new FlagWait(WHY, t, line(to), free);
            wait.await(); // acquire: pairs with pull's signal
            taken[to] = wait.seen();
        }
        long at = part * CELL;
        channel.copy(to, cell(me, number) + HEADER, me, src + at, Math.min(CELL, bytes - at));
        channel.signal(to, cell(me, number), number); // release: pairs with the await in pull
    }

    private void pull(int from, long dst, long bytes, long part) {
        long number = ++received[from];
        new WordWait(WHY, t, cell(from, number), Cmp.GE, number).await();
        long at = part * CELL;
        channel.copy(me, dst + at, me, cell(from, number) + HEADER, Math.min(CELL, bytes - at));
        channel.signal(from, line(me), number); // release: pairs with the await in push
    }

    private long line(int to) {
        return base + to * CONNECTION;
    }

    private long cell(int from, long number) {
        return base + from * CONNECTION + LINE + number % CELLS * (CELL + LINE);
    }
}
