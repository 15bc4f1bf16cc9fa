// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import mpi.Request.Mode;

/// The algorithms of collective calls, over messages in a context of their own.
///
/// A call that waits takes the messages of all communicators meanwhile, so a rank in a collective call still serves
/// those that send to it or receive from it. Each message carries the name and the number of its call; a rank
/// that finds another one than its own throws. Reductions combine in the order of ranks.
final class Collectives {
    /// Stands for a buffer whose data lie in the call's other buffer.
    static final Object IN_PLACE = new Object();

    private final Peers peers;
    private final List<Request> sends = new ArrayList<>();

    Collectives(Peers peers) {
        this.peers = peers;
    }

    // messages of the current call

    private void put(int to, MemorySegment bytes) {
        Request send = new Request(peers, Mode.SEND, null, to, peers.callTag());
        send.wire = bytes;
        sends.add(send.begin());
    }

    private MemorySegment fetch(int from) {
        Request receive = new Request(peers, Mode.RECV, null, from, MPI.ANY_TAG);
        receive.run();
        int tag = receive.status.tag;
        if (tag == peers.callTag()) return receive.wire;
        String mistake = "%s: rank %d is in %s; let all ranks make the same collective calls in the same order";
        throw MPI.refuse(MPI.ERR_OTHER, mistake, peers.current, from, peers.call(tag));
    }

    /// Waits until the data of all sends may be changed.
    private void sent() {
        for (Request send : sends) send.complete();
        sends.clear();
    }

    private int next(int distance) {
        return (peers.rank + distance + peers.size()) % peers.size();
    }

    /// Refuses a part of another rank that is longer than that of this rank, or shorter where both have to be equal.
    private MemorySegment checked(MemorySegment bytes, int from, Data mine, boolean equal) {
        long length = bytes.byteSize();
        boolean fits = equal ? length == mine.bytes() : length <= mine.bytes();
        if (fits || mine.type().kind == Kind.OBJECT) return bytes;
        String mistake = "%s: rank %d gives %d bytes, and this rank has %d %s; give equal counts on all ranks";
        throw MPI.refuse(MPI.ERR_TRUNCATE, mistake, peers.current, from, length, mine.count(), mine.type());
    }

    // algorithms

    /// Waits for all ranks.
    void meet() {
        for (int step = 1; step < peers.size(); step *= 2) {
            put(next(step), Data.NOTHING);
            fetch(next(-step));
        }
        sent();
    }

    /// Sends down a binomial tree, and returns the root's bytes.
    private MemorySegment spread(MemorySegment bytes, int root) {
        int place = next(-root);
        MemorySegment all = place == 0 ? bytes : fetch((root + (place & place - 1)) % peers.size());
        int below = place == 0 ? Integer.highestOneBit(peers.size()) : Integer.lowestOneBit(place) >> 1;
        for (int step = below; step > 0; step >>= 1) {
            if (place + step < peers.size()) put((root + place + step) % peers.size(), all);
        }
        sent();
        return all;
    }

    void spread(Data data, int root) {
        MemorySegment bytes = spread(peers.rank == root ? data.wire() : null, root);
        if (peers.rank != root) data.take(checked(bytes, root, data, false));
    }

    /// Combines up a binomial tree whose parts are ranks that follow each other. Returns the result on `root` alone.
    MemorySegment combine(Data mine, Op op, int root) {
        MemorySegment all = mine.wire();
        boolean above = false;
        for (int step = 1; step < peers.size() && !above; step *= 2) {
            if ((peers.rank & step) != 0) {
                put(peers.rank - step, all);
                above = true;
            } else if (peers.rank + step < peers.size()) {
                all = op.fold(mine, all, checked(fetch(peers.rank + step), peers.rank + step, mine, true));
            }
        }
        if (root != 0 && peers.rank == 0) put(root, all);
        if (root != 0 && peers.rank == root) all = fetch(0);
        sent();
        return peers.rank == root ? all : null;
    }

    /// The result of a reduction, on every rank.
    MemorySegment reduced(Data mine, Op op) {
        return spread(combine(mine, op, 0), 0);
    }

    /// Combines along the ranks. Stores what ranks up to this one give, or those before it.
    void scan(Data mine, Data result, Op op, boolean inclusive) {
        MemorySegment before = peers.rank == 0 ? null : checked(fetch(peers.rank - 1), peers.rank - 1, mine, true);
        MemorySegment own = Data.copy(mine.wire());
        MemorySegment all = before == null ? own : op.fold(mine, before, own);
        if (peers.rank + 1 < peers.size()) put(peers.rank + 1, all);
        if (inclusive || before != null) result.take(inclusive ? all : before);
        sent();
    }

    /// Sends a part to each rank for which this rank has one, and stores what the ranks send for which it has a place.
    void exchange(IntFunction<Data> parts, IntFunction<Data> places) {
        for (int k = 1; k < peers.size(); k++) {
            Data part = parts.apply(next(k));
            if (part != null) put(next(k), part.wire());
        }
        for (int k = 0; k < peers.size(); k++) {
            int from = next(-k);
            Data place = places.apply(from);
            Data own = k == 0 ? parts.apply(peers.rank) : null; // null in place too
            if (place == null || k == 0 && own == null) continue;
            place.take(checked(k == 0 ? Data.copy(own.wire()) : fetch(from), from, place, false));
        }
        sent();
    }

    /// Sends a part to each neighbour, and stores what neighbours send. PROC_NULL gives and takes nothing. The two
    /// neighbours along a dimension of a grid may be one rank, which sends to its lower neighbour first.
    void exchange(int[][] neighbours, boolean grid, IntFunction<Data> parts, IntFunction<Data> places) {
        int[] from = neighbours[0];
        int[] to = neighbours[1];
        for (int k = 0; k < to.length; k++)
            if (to[k] != MPI.PROC_NULL) put(to[k], parts.apply(k).wire());
        for (int k = 0; k < from.length; k++) {
            int at = grid ? k ^ 1 : k;
            if (from[at] == MPI.PROC_NULL) continue;
            Data place = places.apply(at);
            place.take(checked(fetch(from[at]), from[at], place, false));
        }
        sent();
    }

    void toRoot(Data mine, IntFunction<Data> places, int root) {
        exchange(k -> k == root ? mine : null, k -> peers.rank == root ? places.apply(k) : null);
    }

    void fromRoot(IntFunction<Data> parts, Data mine, int root) {
        exchange(k -> peers.rank == root ? parts.apply(k) : null, k -> k == root ? mine : null);
    }

    void toAll(Data mine, IntFunction<Data> places) {
        exchange(k -> mine != null ? mine : k == peers.rank ? null : places.apply(peers.rank), places);
    }

    /// The number that a new communicator of these ranks gets. Collective.
    int newContext() {
        Engine engine = peers.live("newContext");
        long[] next = {engine.nextContext};
        Data mine = Data.of(peers.current, false, next, 0, 1, MPI.LONG);
        mine.take(reduced(mine, MPI.MAX));
        engine.nextContext = Math.toIntExact(next[0]) + 1;
        return (int) next[0];
    }
}
