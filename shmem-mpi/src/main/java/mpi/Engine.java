// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import mpi.Request.Mode;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Shmem;
import org.jshmem.runtime.mailbox.PeMailbox;
import org.jshmem.runtime.profile.Profile;

/// A PE's messages: all that the communicators of a PE send goes through one mailbox, and this matches it with
/// receives.
///
/// ```
/// up to EAGER bytes     EAGER  head, payload                 ->
/// longer, or Ssend      ASK    head                          ->
///                                     <- CLEAR  at the match, with the number of the receive
///                       pieces, labelled with that number    ->   until all bytes are there
/// ```
///
/// The mailbox keeps the order of each sender, and both lists here keep the order of arrivals and of receives, so
/// messages match in MPI's order. Every call makes progress: it takes what has arrived, and sends the next pieces.
final class Engine {
    /// The longest message that does not wait for its receive: MPJ Express's limit, on which programs rely.
    static final int EAGER_BYTES = 128 << 10;

    /// A longer piece holds up the messages to other PEs, and a shorter one is handed over more often.
    private static final int PIECE_BYTES = 256 << 10;

    /// The room of the mailbox for each sender, if there are few. Two PEs write and read a ring of 1 MiB without
    /// taking its lines out of each other's caches, since most have left them: with 64 KiB, 1 MiB took three
    /// times as long.
    private static final long ROOM = 1 << 20;

    private static final long MOST_ROOM = 4 << 20;

    private static final int MOST_SENDERS = 16;

    private static final int EAGER = 0;
    private static final int ASK = 1;
    private static final int CLEAR = 2;

    private static final int HEAD = 3 * Long.BYTES;
    private static final long LOW = 0xffff_ffffL;
    private static final Kind[] KINDS = Kind.values();

    final Shmem sh;
    final int me;
    final int size;

    /// The number of the next communicator.
    int nextContext = 2;

    private final PeMailbox box;
    private final long[] head = new long[HEAD / Long.BYTES];
    private final LinkedList<Request> posted = new LinkedList<>();
    private final LinkedList<Arrival> unexpected = new LinkedList<>();
    private final Map<Integer, Request> numbered = new ConcurrentHashMap<>(); // other threads look up destinations
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
        PeMailbox made = (PeMailbox) Profile.unwrap(mailbox(sh).named("mpi")); // its calls are the library's own
        this.box = made.receiveTo((id, bytes) -> numbered.get(id).next(bytes));
    }

    private static Mailbox mailbox(Shmem sh) {
        long room = Math.min(Math.min(MOST_ROOM, ROOM * sh.nPes()), sh.heapSize() / 8);
        return sh.nPes() > MOST_SENDERS ? sh.mailbox() : sh.mailbox(room);
    }

    // sends

    void send(Request r) {
        if (r.data != null) r.wire = r.data.wire();
        int elements = r.data == null ? 0 : r.data.elements();
        long where = (long) r.context << 32 | r.tag & LOW;
        long length = (long) r.kind().ordinal() << 56 | r.wire.byteSize();
        if (r.wire.byteSize() <= EAGER_BYTES && r.mode != Mode.SSEND) {
            put(r.pe(), EAGER, where, elements, length, r.wire);
            r.done = true;
        } else {
            Request sent = r;
            if (r.mode == Mode.BSEND) { // its copy is a request of its own: this one may be started again
                sent = new Request(r.comm, r.mode, r.data, r.peer, r.tag);
                sent.wire = MemorySegment.ofArray(r.wire.toArray(ValueLayout.JAVA_BYTE));
                r.done = true;
            }
            number(sent);
            put(r.pe(), ASK, where, (long) sent.id << 32 | elements, length, Data.NOTHING);
        }
        progress(); // hands the message over
    }

    private void number(Request r) {
        r.id = ++numbers;
        numbered.put(r.id, r);
    }

    private void put(int pe, int type, long where, long ids, long length, MemorySegment payload) {
        head[0] = (long) type << 62 | where;
        head[1] = ids;
        head[2] = length;
        box.send(pe, head, payload);
    }

    /// Sends a piece of each message that is clear to send.
    private void sendPieces() {
        for (int k = sending.size(); k > 0; k--) {
            Request r = sending.getFirst();
            long bytes = Math.min(PIECE_BYTES, r.wire.byteSize() - r.moved);
            box.send(r.pe(), r.wire.asSlice(r.moved, bytes), r.remoteId);
            sending.removeFirst();
            r.moved += bytes;
            r.done = r.moved == r.wire.byteSize();
            if (!r.done) sending.addLast(r);
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
        return r.context == a.context
                && (r.peer == MPI.ANY_SOURCE || r.pe() == a.pe)
                && (r.tag == MPI.ANY_TAG || r.tag == a.tag);
    }

    /// The first message that a receive would get, or null. It stays.
    Status probe(Request r) {
        progress();
        if (r.peer == MPI.PROC_NULL) return Status.ofNone();
        for (Arrival a : unexpected) if (matches(r, a)) return status(r, a);
        return null;
    }

    private static Status status(Request r, Arrival a) {
        int items = r.data == null || r.data.type().size == 0 ? a.elements : a.elements / r.data.type().size;
        return new Status(r.comm.ranks[a.pe], a.tag, a.elements, items, a.length);
    }

    private void match(Request r, Arrival a) {
        r.status = status(r, a);
        r.failure = r.data == null ? null : mistake(r, a);
        boolean takes = r.failure == null && a.length > 0;
        r.done = a.payload != null || !takes;
        if (a.payload == null) {
            if (takes) {
                number(r);
                r.length = a.length;
                r.wire = r.data == null || r.data.type().kind == Kind.OBJECT ? null : r.data.window();
                r.staged = r.wire == null || r.wire.isReadOnly(); // a read-only buffer is refused by its receive
                if (r.staged) r.wire = MemorySegment.ofArray(new byte[Math.toIntExact(a.length)]);
            }
            if (ending) return;
            put(a.pe, CLEAR, 0, (long) a.id << 32 | (takes ? r.id : 0), 0, Data.NOTHING);
            box.flush();
        } else if (r.data == null) r.wire = a.payload;
        else if (r.failure == null) take(r, a.payload);
    }

    private static void take(Request r, MemorySegment wire) {
        try {
            r.data.take(wire);
        } catch (MPIException e) {
            r.failure = e;
        } catch (IllegalArgumentException | UnsupportedOperationException e) { // of the JDK, for a read-only buffer
            r.failure = MPI.refuse(MPI.ERR_BUFFER, "%s: the buffer is read-only; give one that can be written", r);
        }
    }

    private static MPIException mistake(Request r, Arrival a) {
        Data data = r.data;
        int rank = r.comm.ranks[a.pe];
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
        r.status.cancelled = true;
        r.done = true;
    }

    // arrivals

    private void arrive(Message m) {
        if (m.length() < HEAD) {
            moved(numbered.get((int) m.word(0)), m.word(1));
            return;
        }
        long where = m.word(0);
        int first = (int) (m.word(1) >>> 32);
        int second = (int) m.word(1);
        int type = (int) (where >>> 62);
        if (type == CLEAR) {
            Request r = numbered.remove(first);
            r.remoteId = second;
            if (second == 0) r.done = true;
            else sending.addLast(r);
            return;
        }
        int context = (int) (where >>> 32) & 0x3fff_ffff;
        Kind kind = KINDS[(int) (m.word(2) >>> 56)];
        long bytes = m.word(2) & (1L << 56) - 1;
        MemorySegment eager = type == ASK ? null : box.rest(HEAD);
        matchPosted(new Arrival(m.from(), context, (int) where, first, second, kind, bytes, eager));
    }

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

    /// A piece is in the memory of its receive.
    private void moved(Request r, long bytes) {
        r.moved += bytes;
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
        return box.receive(() -> "in " + what);
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
