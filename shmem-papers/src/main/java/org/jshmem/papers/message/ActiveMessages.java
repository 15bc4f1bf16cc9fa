// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Cmp;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// Puts, gets, barriers and the default reduction of OpenSHMEM 1.0f for global variables, over GASNet's active messages
/// between processes of one host (osss-gasnet, tag release-1.0f; GASNet, `gasnet_pshm.c`).
///
/// ```
/// put   a whole buffer into a block of the origin, queue > store the data, reply with the header > done
/// get   a whole buffer likewise, queue > data into that block, all of it into a block of the reply > store
/// ```
///
/// A request carries a whole buffer, even for an int, and its origin waits for the reply. A PE serves requests while it
/// waits for anything, and in [#poll]: 1.0f has a service thread, which looks about once a microsecond.
public final class ActiveMessages {
    /*
     * The memory of a PE, from `base`:
     *   tail     | next ticket |                        added to by senders (GASNet swaps a Nemesis queue's tail)
     *   queue    | ticket + 1 | kind, sender, bytes | block | place |    a line for each message, 2n lines in turn
     *   buffer   the request before GASNet copies it
     *   blocks   of requests and of replies, in turn; a message's receiver reads it where the sender has put it
     * A PE has one request under way, so that at most n messages wait in a queue, and at most n blocks are in use.
     */
    private static final Wait.Reason WHY = _ -> "for an active message of the experiment";
    private static final int LINE = 64;
    private static final int HEADER = 40; // globalvar_payload_t
    private static final int MEDIUM = 65_000; // GASNETI_MAX_MEDIUM_PSHM
    private static final int BLOCK = MEDIUM + LINE & -LINE;
    private static final int DEPTH = 32; // GASNET_PSHM_NETWORK_DEPTH
    private static final int CHUNK = 128; // _SHMEM_REDUCE_SYNC_SIZE, in elements

    private enum Kind {
        PUT,
        GET,
        INCREMENT,
        REPLY,
        SIGNAL
    }

    private static final Kind[] KINDS = Kind.values();

    private final Transport t;
    private final Channel channel;
    private final int me;
    private final int n;
    private final int depth;
    private final long tail;
    private final long queue;
    private final long buffer;
    private final long blocks;
    private long taken; // messages
    private long requests;
    private long replies;
    private boolean waiting; // for a reply
    private long into; // the destination of a get
    private final int[] increments = new int[2];
    private final int[] signals = new int[Integer.SIZE];
    private int barriers;
    private int barriersOfAll;

    /// Creates the library of this PE, with memory from `base`, a multiple of 64, in every region.
    public ActiveMessages(Transport transport, long base) {
        t = transport;
        channel = t.channel();
        me = t.pe();
        n = t.npes();
        depth = depth(n);
        tail = base;
        queue = base + LINE;
        buffer = queue + 2L * n * LINE;
        blocks = buffer + BLOCK;
    }

    private static int depth(int npes) {
        return Math.max(DEPTH, npes);
    }

    /// Returns the bytes from `base` that each of `npes` PEs needs.
    public static long bytes(int npes) {
        return LINE + 2L * npes * LINE + BLOCK + 2L * depth(npes) * BLOCK;
    }

    /// Puts bytes of this PE's memory into a global variable of PE `to`.
    public void put(int to, long dst, long src, long bytes) {
        for (long at = 0; at < bytes; at += MEDIUM - HEADER) {
            int some = (int) Math.min(MEDIUM - HEADER, bytes - at);
            channel.copy(me, buffer + HEADER, me, src + at, some);
            request(to, Kind.PUT, MEDIUM, dst + at, some);
        }
    }

    /// Gets bytes of a global variable of PE `from` into this PE's memory.
    public void get(int from, long dst, long src, long bytes) {
        for (long at = 0; at < bytes; at += MEDIUM - HEADER) {
            into = dst + at;
            request(from, Kind.GET, MEDIUM, src + at, (int) Math.min(MEDIUM - HEADER, bytes - at));
        }
    }

    /// Serves the requests that have arrived.
    public void poll() {
        while (channel.load(me, line(taken), Long.BYTES) > taken) take();
    }

    /// `shmem_barrier`: each PE increments a word of each other, twice.
    public void barrier() {
        barriers++;
        for (int round = 0; round < increments.length; round++) {
            for (int pe = 0; pe < n; pe++) if (pe != me) request(pe, Kind.INCREMENT, HEADER, round, 0);
            while (increments[round] < barriers * (n - 1)) take();
        }
    }

    /// `shmem_barrier_all`, which is GASNet's: here by dissemination.
    public void barrierAll() {
        barriersOfAll++;
        for (int round = 0; 1 << round < n; round++) {
            send((me + (1 << round)) % n, Kind.SIGNAL, 0, round, 0);
            while (signals[round] < barriersOfAll) take();
        }
    }

    /// `shmem_int_sum_to_all`: each PE gets the operands of each other in chunks, and adds them.
    ///
    /// @param work memory for a chunk
    public void sum(long dst, long src, long work, int ints) {
        channel.copy(me, dst, me, src, 4L * ints);
        barrier();
        for (int pe = 0; pe < n; pe++) {
            for (int at = 0; at < ints && pe != me; at += CHUNK) {
                int some = Math.min(CHUNK, ints - at);
                get(pe, work, src + 4L * at, 4L * some);
                Mpi.add(t, ElementType.INT, dst + 4L * at, work, some);
            }
        }
        barrier();
    }

    /// Makes a round trip whose request carries `carried` bytes of the buffer.
    private void request(int to, Kind kind, int carried, long place, int bytes) {
        long block = blocks + requests++ % depth * BLOCK;
        channel.copy(me, block, me, buffer, carried);
        waiting = true;
        send(to, kind, block, place, bytes);
        while (waiting) take();
    }

    private void send(int to, Kind kind, long block, long place, int bytes) {
        long ticket = channel.atomic(Atomic.ADD, to, tail, Long.BYTES, 1, 0);
        long at = line(ticket);
        channel.store(to, at + 8, Long.BYTES, ((long) kind.ordinal() << 16 | me) << 32 | bytes);
        channel.store(to, at + 16, Long.BYTES, block);
        channel.store(to, at + 24, Long.BYTES, place);
        channel.signal(to, at, ticket + 1); // release: pairs with the await in take
    }

    private long line(long ticket) {
        return queue + ticket % (2L * n) * LINE;
    }

    /// Waits for the next message and runs its handler.
    private void take() {
        long at = line(taken);
        new WordWait(WHY, t, at, Cmp.GE, ++taken).await();
        long word = channel.load(me, at + 8, Long.BYTES);
        long block = channel.load(me, at + 16, Long.BYTES);
        long place = channel.load(me, at + 24, Long.BYTES);
        int from = (int) (word >> 32 & 0xffff);
        int bytes = (int) word;
        switch (KINDS[(int) (word >> 48)]) {
            case PUT -> {
                channel.copy(me, place, from, block + HEADER, bytes);
                reply(from, block, HEADER, 0);
            }
            case GET -> {
                channel.copy(from, block + HEADER, me, place, bytes);
                reply(from, block, MEDIUM, bytes);
            }
            case INCREMENT -> {
                increments[(int) place]++;
                reply(from, block, HEADER, 0);
            }
            case REPLY -> {
                if (bytes > 0) channel.copy(me, into, from, block + HEADER, bytes);
                waiting = false;
            }
            case SIGNAL -> signals[(int) place]++;
        }
    }

    /// Sends `carried` bytes of a request's block back in a block of this PE.
    private void reply(int to, long request, int carried, int bytes) {
        long block = blocks + (depth + replies++ % depth) * BLOCK;
        channel.copy(me, block, to, request, carried);
        send(to, Kind.REPLY, block, 0, bytes);
    }
}
