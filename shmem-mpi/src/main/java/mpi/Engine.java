// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Shmem;
import org.jshmem.runtime.mailbox.PeMailbox;

/// A PE's messages: all that the communicators of a PE send goes through one mailbox, and this matches it with
/// receives.
///
/// ```
/// up to EAGER bytes     EAGER  head, payload                 ->
/// longer, or Ssend      ASK    head                          ->
///                                     <- CLEAR  at the match, with the number of the receive
///                       PIECE  number, payload               ->   until all bytes are there
/// ```
///
/// The mailbox keeps the order of each sender, and both lists here keep the order of arrivals and of receives, so
/// messages match in MPI's order. Every call makes progress: it takes what has arrived, and sends the next pieces.
final class Engine {
    /// The longest message that does not wait for its receive: MPJ Express's limit, on which programs rely.
    static final int EAGER_BYTES = 128 << 10;

    /// With both headers, a block of the mailbox.
    private static final int PIECE_BYTES = (8 << 10) - 5 * Long.BYTES;

    private static final int EAGER = 0;
    private static final int ASK = 1;
    private static final int CLEAR = 2;
    private static final int PIECE = 3;

    private static final int HEAD = 3 * Long.BYTES;
    private static final long LOW = 0xffff_ffffL;

    final Shmem sh;
    final int me;
    final int size;

    /// The number of the next communicator.
    int nextContext = 2;

    private final Mailbox box;
    private final long[] head = new long[(HEAD + EAGER_BYTES) / Long.BYTES];
    private final MemorySegment staging = MemorySegment.ofArray(head);
    private final LinkedList<Request> posted = new LinkedList<>();
    private final LinkedList<Arrival> unexpected = new LinkedList<>();
    private final Map<Integer, Request> numbered = new HashMap<>();
    private final ArrayDeque<Request> sending = new ArrayDeque<>();
    private int numbers;
    private boolean ending;

    /// A message, or a request to send one, that no receive has matched yet. Its payload is private memory.
    private record Arrival(
            int pe, int context, int tag, int id, int elements, Kind kind, long length, MemorySegment payload) {}

    Engine(Shmem sh) {
        this.sh = sh;
        this.me = sh.myPe();
        this.size = sh.nPes();
        this.box = sh.mailbox().named("mpi");
    }

    // sends

    void send(Request r) {
        MemorySegment wire = r.data == null ? r.wire : r.data.wire();
        Kind kind = r.data == null ? Kind.BYTE : r.data.type().kind;
        long where = (long) r.comm.context(r.data == null) << 32 | r.tag & LOW;
        int elements = r.data == null ? 0 : r.data.elements();
        long length = (long) kind.ordinal() << 56 | wire.byteSize();
        boolean eager = wire.byteSize() <= EAGER_BYTES && r.mode != Request.Mode.SYNCHRONOUS;
        int pe = r.comm.pe(r.peer);
        if (eager) {
            put(pe, EAGER, where, elements, length, wire, 0, wire.byteSize());
            r.done = true;
        } else {
            r.wire = wire;
            r.id = ++numbers;
            numbered.put(r.id, r);
            if (r.mode == Request.Mode.BUFFERED) {
                r.wire = MemorySegment.ofArray(wire.toArray(ValueLayout.JAVA_BYTE));
                r.done = true;
            }
            put(pe, ASK, where, (long) r.id << 32 | elements, length, Data.NOTHING, 0, 0);
        }
        progress(); // hands the message over
    }

    private void put(int pe, int type, long where, long ids, long length, MemorySegment from, long at, long bytes) {
        head[0] = (long) type << 62 | where;
        head[1] = ids;
        head[2] = length;
        MemorySegment.copy(from, at, staging, HEAD, bytes);
        box.send(pe, staging.asSlice(0, HEAD + bytes));
    }

    private void clear(int pe, int sender, int receiver) {
        if (!ending) put(pe, CLEAR, 0, (long) sender << 32 | receiver, 0, Data.NOTHING, 0, 0);
    }

    /// Sends a piece of each message that is clear to send.
    private void sendPieces() {
        for (int k = sending.size(); k > 0; k--) {
            Request r = sending.removeFirst();
            long bytes = Math.min(PIECE_BYTES, r.wire.byteSize() - r.moved);
            put(r.comm.pe(r.peer), PIECE, 0, r.remoteId, 0, r.wire, r.moved, bytes);
            r.moved += bytes;
            if (r.moved < r.wire.byteSize()) sending.addLast(r);
            else r.done = true;
        }
    }

    // receives

    void receive(Request r) {
        for (Iterator<Arrival> all = unexpected.iterator(); all.hasNext(); ) {
            Arrival a = all.next();
            if (!matches(r, a)) continue;
            all.remove();
            match(r, a);
            return;
        }
        posted.add(r);
    }

    private static boolean matches(Request r, Arrival a) {
        return r.comm.context(r.data == null) == a.context
                && (r.peer == MPI.ANY_SOURCE || r.comm.pe(r.peer) == a.pe)
                && (r.tag == MPI.ANY_TAG || r.tag == a.tag);
    }

    /// The first message that a receive would get, or null. It stays.
    Status probe(Request r) {
        progress();
        for (Arrival a : unexpected) if (matches(r, a)) return status(r, a);
        return null;
    }

    private static Status status(Request r, Arrival a) {
        int items = r.data == null || r.data.type().size == 0 ? a.elements : a.elements / r.data.type().size;
        return new Status(r.comm.rank(a.pe), a.tag, a.elements, items, a.length, false);
    }

    private void match(Request r, Arrival a) {
        r.status = status(r, a);
        r.failure = r.data == null ? null : mistake(r, a);
        boolean takes = r.failure == null && a.length > 0;
        if (a.payload != null) {
            if (r.data == null) r.wire = a.payload;
            else if (r.failure == null) take(r, a.payload);
            r.done = true;
            return;
        }
        if (takes) {
            r.id = ++numbers;
            numbered.put(r.id, r);
            r.length = a.length;
            r.wire = r.data == null || r.data.type().kind == Kind.OBJECT ? null : r.data.window();
            r.staged = r.wire == null;
            if (r.staged) r.wire = MemorySegment.ofArray(new byte[Math.toIntExact(a.length)]);
        } else r.done = true;
        clear(a.pe, a.id, takes ? r.id : 0);
    }

    private static void take(Request r, MemorySegment wire) {
        try {
            r.data.take(wire);
        } catch (MPIException e) {
            r.failure = e;
        }
    }

    private static MPIException mistake(Request r, Arrival a) {
        Data data = r.data;
        int rank = r.comm.rank(a.pe);
        if (!data.type().kind.agrees(a.kind) && a.elements > 0) {
            String text = "%s: rank %d has sent %d %s with tag %d; give a datatype of the same elements on both sides";
            return MPI.refuse(MPI.ERR_TYPE, text, r, rank, a.elements, a.kind, a.tag);
        }
        boolean fits = a.kind == Kind.OBJECT ? a.elements <= data.elements() : a.length <= data.bytes();
        if (fits) return null;
        String text =
                "%s: rank %d has sent %d %s with tag %d, which do not fit into %d; give a longer buffer and count";
        return MPI.refuse(MPI.ERR_TRUNCATE, text, r, rank, a.elements, a.kind, a.tag, data.elements());
    }

    void cancel(Request r) {
        if (!posted.remove(r)) return;
        r.status = new Status(r.peer, r.tag, 0, 0, 0, true);
        r.done = true;
    }

    private void arrive(Message m) {
        int type = (int) (m.word(0) >>> 62);
        int first = (int) (m.word(1) >>> 32);
        int second = (int) m.word(1);
        switch (type) {
            case CLEAR -> {
                Request r = numbered.remove(first);
                r.remoteId = second;
                if (second == 0) r.done = true;
                else sending.addLast(r);
            }
            case PIECE -> piece(numbered.get(second), m.bytes());
            default -> {
                int context = (int) (m.word(0) >>> 32) & 0x3fff_ffff;
                Kind kind = KINDS[(int) (m.word(2) >>> 56)];
                long length = m.word(2) & (1L << 56) - 1;
                MemorySegment payload = type == ASK ? null : m.bytes().asSlice(HEAD);
                matchPosted(new Arrival(m.from(), context, (int) m.word(0), first, second, kind, length, payload));
            }
        }
    }

    private static final Kind[] KINDS = Kind.values();

    private void matchPosted(Arrival a) {
        for (Iterator<Request> all = posted.iterator(); all.hasNext(); ) {
            Request r = all.next();
            if (!matches(r, a)) continue;
            all.remove();
            match(r, r.data == null ? kept(a) : a);
            return;
        }
        unexpected.add(kept(a));
    }

    /// The message with a copy of its payload, which the mailbox's next message would replace.
    private static Arrival kept(Arrival a) {
        if (a.payload == null) return a;
        MemorySegment copy = MemorySegment.ofArray(a.payload.toArray(ValueLayout.JAVA_BYTE));
        return new Arrival(a.pe, a.context, a.tag, a.id, a.elements, a.kind, a.length, copy);
    }

    private void piece(Request r, MemorySegment bytes) {
        long length = bytes.byteSize() - HEAD;
        MemorySegment.copy(bytes, HEAD, r.wire, r.moved, length);
        r.moved += length;
        if (r.moved < r.length) return;
        numbered.remove(r.id);
        if (r.data != null && r.staged) take(r, r.wire);
        r.done = true;
    }

    // progress

    /// Takes what has arrived and sends the next pieces. Never waits for a message.
    void progress() {
        for (Message m; (m = box.poll()) != null; ) arrive(m);
        if (!sending.isEmpty()) sendPieces();
    }

    /// Waits until a condition holds, which messages make true. Reports show `what` as that for which this PE waits.
    void await(BooleanSupplier done, Object what) {
        while (!done.getAsBoolean()) {
            if (sending.isEmpty()) arrive(receive(what));
            else progress();
        }
    }

    private Message receive(Object what) {
        return box instanceof PeMailbox own ? own.receive(() -> "in " + what) : box.receive();
    }

    /// Ends the messages of all PEs, which have passed a barrier: takes those that no receive has matched.
    void close() {
        await(sending::isEmpty, "Finalize");
        ending = true;
        box.end();
        for (Message m; (m = box.take()) != null; ) arrive(m);
        box.close();
        sh.close();
    }
}
