// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import mpi.Request.Mode;
import org.jshmem.Mailbox;
import org.jshmem.Shmem;
import org.jshmem.runtime.mailbox.MessageView;
import org.jshmem.runtime.mailbox.PeMailbox;
import org.jshmem.runtime.profile.Profile;

/// A PE's messages: all that the communicators of a PE send goes through one mailbox, and this matches it with
/// receives.
///
/// ```
/// up to EAGER bytes     EAGER  head, payload                 ->
///                                     <- TAKEN  how many bytes receives have taken, now and then
/// longer, or Ssend      ASK    head                          ->
///                                     <- CLEAR  at the match, with the number of the receive
///                       PIECE  that number, bytes            ->   until all bytes are there
/// ```
///
/// A lane keeps the order of each sender, and both lists here keep the order of arrivals and of receives, so messages
/// match in MPI's order. Every call makes progress: it takes what has arrived, and sends what there is room for.
///
/// **Threads.** A thread has the lock in each call. Of those that wait, one waits at the doorbell, without the lock,
/// and makes progress for all; the others wait until it has.
final class Engine {
    /// The longest message that does not wait for its receive: MPJ Express's limit, on which programs rely.
    static final int EAGER_BYTES = 128 << 10;

    /// The most bytes of a sender's short messages that no receive has taken. Beyond them the sender asks first.
    private static final long UNTAKEN_BYTES = 16 << 20;

    /// The room of the mailbox for each sender, if there are few. Two PEs write and read a ring of 1 MiB without
    /// taking its lines out of each other's caches, since most have left them: with 64 KiB, 1 MiB took three
    /// times as long.
    private static final long ROOM = 1 << 20;

    private static final long MOST_ROOM = 4 << 20;
    private static final int MOST_SENDERS = 16;
    private static final int EAGER = 0, ASK = 1, CLEAR = 2, TAKEN = 3;

    /// The upper half of the first word of a piece, which no other message has; the lower half is the number of the
    /// receive, or 0 for more of a short message.
    private static final long PIECE = 0xc000_0001L;
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
    private final Matching matching = new Matching();
    private final Map<Integer, Request> numbered = new HashMap<>();
    private final Lane[] lanes;
    private final ArrayDeque<Lane> busy = new ArrayDeque<>(); // lanes in which messages wait for room
    private int numbers;
    private boolean ending;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition progressed = lock.newCondition();
    private boolean atDoorbell; // a thread waits there
    private boolean stuck; // the last progress has sent nothing
    private boolean changed; // something for which another thread may wait, since this one has the lock

    Engine(Shmem sh) {
        this.sh = sh;
        this.me = sh.myPe();
        this.size = sh.nPes();
        this.lanes = new Lane[size];
        this.box = (PeMailbox) Profile.unwrap(mailbox(sh).named("mpi")); // its calls are the library's own
    }

    private static Mailbox mailbox(Shmem sh) {
        long room = Math.min(Math.min(MOST_ROOM, ROOM * sh.nPes()), sh.heapSize() / 8);
        return sh.nPes() > MOST_SENDERS ? sh.mailbox() : sh.mailbox(room);
    }

    // sends

    private void send(Request r) {
        Lane lane = lane(r.pe());
        int elements = r.data == null ? 0 : r.data.elements();
        long where = (long) r.context << 32 | r.tag & LOW;
        long bytes = r.wire.byteSize();
        long length = (long) r.kind().ordinal() << 56 | bytes;
        if (bytes <= EAGER_BYTES && r.mode != Mode.SSEND && lane.untaken + HEAD + bytes <= UNTAKEN_BYTES) {
            lane.untaken += HEAD + bytes;
            r.done = put(lane, EAGER, where, elements, length, r.wire, r) || r.mode == Mode.BSEND;
            return;
        }
        Request sent = r;
        if (r.mode == Mode.BSEND) { // its copy is a request of its own: this one may be started again
            sent = new Request(r.comm, r.mode, r.data, r.peer, r.tag);
            sent.wire = Data.copy(r.wire);
            r.done = true;
        }
        number(sent);
        put(lane, ASK, where, (long) sent.id << 32 | elements, length, Data.NOTHING, null);
    }

    /// The head of a piece.
    static long[] piece(int id) {
        return new long[] {PIECE << 32 | id};
    }

    private void number(Request r) {
        r.id = ++numbers;
        numbered.put(r.id, r);
    }

    /// Sends a message, or keeps it in its lane. Returns whether it is sent.
    private boolean put(Lane lane, int type, long where, long ids, long length, MemorySegment payload, Request r) {
        head[0] = (long) type << 62 | where;
        head[1] = ids;
        head[2] = length;
        return lane.send(head, payload, r) || !busy(lane);
    }

    private Lane lane(int pe) {
        return lanes[pe] == null ? lanes[pe] = new Lane(pe, box) : lanes[pe];
    }

    private boolean busy(Lane lane) {
        return busy.contains(lane) || busy.add(lane);
    }

    // receives

    private void receive(Request r) {
        Arrival a = matching.post(r);
        if (a != null) match(r, a);
    }

    /// The first message that a receive would get, or null. It stays.
    Status find(Request r) {
        if (r.peer == MPI.PROC_NULL) return Status.ofNone();
        Arrival a = matching.find(r);
        return a == null ? null : a.status(r);
    }

    private void match(Request r, Arrival a) {
        r.status = a.status(r);
        r.failure = r.data == null ? null : a.mistake(r);
        boolean takes = r.failure == null && a.length() > 0;
        r.done = a.payload() != null || !takes;
        if (a.payload() == null) {
            if (takes) {
                number(r);
                r.length = a.length();
                r.wire = r.data == null || r.data.type().kind == Kind.OBJECT ? null : r.data.window();
                r.staged = r.wire == null || r.wire.isReadOnly(); // a read-only buffer is refused by its receive
                if (r.staged) r.wire = MemorySegment.ofArray(new byte[Math.toIntExact(a.length())]);
            }
            if (ending) return;
            put(lane(a.pe()), CLEAR, 0, (long) a.id() << 32 | (takes ? r.id : 0), 0, Data.NOTHING, null);
            return;
        }
        tell(lane(a.pe()), HEAD + a.length());
        if (r.data == null) r.wire = a.payload();
        else if (r.failure == null) r.take(a.payload());
    }

    /// A receive has taken a short message. Tells its sender of several at once.
    private void tell(Lane lane, long bytes) {
        lane.taken += bytes;
        if (lane.taken < UNTAKEN_BYTES / 4 || ending) return;
        put(lane, TAKEN, 0, 0, lane.taken, Data.NOTHING, null);
        lane.taken = 0;
    }

    void cancel(Request r) {
        lock.lock();
        try {
            if (!matching.withdraw(r)) return;
            r.status = r.result();
            r.status.cancelled = true;
            r.done = changed = true;
        } finally {
            leave();
        }
    }

    // arrivals

    private void arrive(MessageView m) {
        long where = m.word(0);
        if (where >>> 32 == PIECE) {
            arrivePiece(m.from(), (int) where, m.rest(Long.BYTES));
            return;
        }
        int first = (int) (m.word(1) >>> 32);
        int second = (int) m.word(1);
        int type = (int) (where >>> 62);
        if (type == CLEAR) {
            Request r = numbered.remove(first);
            r.remoteId = second;
            if (second == 0) r.done = true;
            else {
                Lane lane = lane(m.from());
                lane.sendPieces(r);
                busy(lane);
            }
            return;
        }
        if (type == TAKEN) {
            lane(m.from()).untaken -= m.word(2);
            return;
        }
        int context = (int) (where >>> 32) & 0x3fff_ffff;
        Kind kind = KINDS[(int) (m.word(2) >>> 56)];
        long bytes = m.word(2) & (1L << 56) - 1;
        MemorySegment eager = type == ASK ? null : m.rest(HEAD);
        Arrival arrival =
                new Arrival(matching.nextNumber(), m.from(), context, (int) where, first, second, kind, bytes, eager);
        if (type == ASK || eager.byteSize() == bytes) matchPosted(arrival);
        else lane(m.from()).begin(arrival);
    }

    /// A message in pieces: the rest of a short one, or one in the memory of its receive.
    private void arrivePiece(int pe, int id, MemorySegment bytes) {
        if (id == 0) {
            Arrival whole = lane(pe).more(bytes);
            if (whole != null) matchPosted(whole);
            return;
        }
        Request r = numbered.get(id);
        r.wire.asSlice(r.moved, bytes.byteSize()).copyFrom(bytes);
        moved(r, bytes.byteSize());
    }

    private void matchPosted(Arrival a) {
        Request r = matching.arrive(a);
        if (r != null) match(r, r.data == null ? a.kept() : a);
    }

    /// A piece is in the memory of its receive.
    private void moved(Request r, long bytes) {
        r.moved += bytes;
        if (r.moved < r.length) return;
        numbered.remove(r.id);
        if (r.data != null && r.staged) r.take(r.wire);
        r.done = true;
    }

    // progress

    /// Begins a request, if there is one, makes progress, and waits until a condition holds, which messages make true.
    /// Reports show `what` as that for which this PE waits.
    void await(Request begins, BooleanSupplier done, Object what) {
        lock.lock();
        try {
            if (begins != null && begins.mode == Mode.RECV) receive(begins);
            else if (begins != null) send(begins);
            for (long state = progress(); !done.getAsBoolean(); state = progress()) {
                if (!busy.isEmpty() && !stuck) continue;
                if (atDoorbell) progressed.awaitUninterruptibly();
                else waitAtDoorbell(state, what);
                for (MessageView m; (m = box.nextEarly()) != null; changed = true) arrive(m);
                if (done.getAsBoolean()) break;
            }
        } finally {
            leave();
        }
    }

    void await(BooleanSupplier done, Object what) {
        await(null, done, what);
    }

    /// Waits until no message of a communicator is under way.
    void complete(Peers comm) {
        Predicate<Request> belongs = r -> r.comm == comm;
        BooleanSupplier none =
                () -> !matching.hasReceive(comm) && numbered.values().stream().noneMatch(belongs);
        await(() -> busy.isEmpty() && none.getAsBoolean(), "disconnect of " + comm);
    }

    /// Makes progress, and does not wait.
    void poll() {
        await(null, () -> true, null);
    }

    /// Unlocks. If this call has changed something, the thread at the doorbell may have what it waits for.
    private void leave() {
        if (changed && atDoorbell) box.wake();
        changed = false;
        lock.unlock();
    }

    private void waitAtDoorbell(long state, Object what) {
        atDoorbell = true;
        lock.unlock();
        try {
            box.await(state, _ -> "in " + what);
        } finally {
            lock.lock();
            atDoorbell = false;
            progressed.signalAll(); // they look again after this thread's next progress
        }
    }

    /// Takes what has arrived, and sends what there is room for. Never waits. Returns the state of the mailbox before.
    private long progress() {
        long state = box.collect();
        for (MessageView m; (m = box.next()) != null; changed = true) arrive(m);
        stuck = true;
        for (int k = busy.size(); k > 0; k--) {
            Lane lane = busy.removeFirst();
            if (lane.advance()) stuck = false;
            if (!lane.isEmpty()) busy.addLast(lane);
        }
        changed |= !stuck;
        return state;
    }

    /// Ends the messages of all PEs, which have passed a barrier: takes those that no receive has matched.
    void close() {
        await(busy::isEmpty, "Finalize");
        ending = true;
        box.end();
        for (MessageView m; (m = box.take()) != null; ) arrive(m);
        box.close();
        sh.close();
    }
}
