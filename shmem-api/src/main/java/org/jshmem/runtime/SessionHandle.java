// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.Mailbox;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Space;
import org.jshmem.SymLongs;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.Version;
import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.runtime.array.Context;
import org.jshmem.runtime.array.Refusal;
import org.jshmem.runtime.array.SymObject;
import org.jshmem.runtime.array.SymSpace;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;
import org.jshmem.runtime.lock.QueueLock;
import org.jshmem.runtime.mailbox.Doorbell;
import org.jshmem.runtime.profile.Profile;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.runtime.team.OpenTeams;
import org.jshmem.transport.Transport;

/// The handle that one init returns, and the session that it shares with the PE's other handles. Its own close ends it.
/// The close of the last handle ends the session.
final class SessionHandle implements Shmem {
    final Session session;
    private final OpenTeams teams;
    private final Doorbell mailboxes;

    /// The listeners to the program's calls.
    private final Profile profile;

    /// The machine's memories, the heap first.
    private final List<SymSpace> spaces;

    /// The handle of the C names, which stands for all handles of the session and counts the closes that end it.
    private final SessionHandle common;

    private int inits;
    private int closes;
    private boolean closed;

    /// Begins a session. This is the handle of the C names.
    SessionHandle(Transport transport, Group worldGroup, Group sharedGroup) {
        this.session = new Session(transport, worldGroup);
        this.teams = new OpenTeams(session, worldGroup, sharedGroup);
        this.mailboxes = new Doorbell(session);
        this.profile = Profile.of(transport.pe(), transport.observer());
        this.common = this;
        this.spaces = new ArrayList<>();
        Context context = new Context(session, teams.world, worldGroup, null);
        for (Heap heap : session.heaps) spaces.add(new SymSpace(heap, context));
        String cores = transport.topology().oversubscribed(transport.pe()) ? "oversubscribed" : "a core for each PE";
        session.debug("session begins on %s, %d bytes of heap, %s", transport.machine(), heapSize(), cores);
    }

    private SessionHandle(SessionHandle common) {
        this.common = common;
        this.session = common.session;
        this.teams = common.teams;
        this.mailboxes = common.mailboxes;
        this.profile = common.profile;
        this.spaces = common.spaces;
    }

    /// Returns a new handle of the session, which this handle of the C names counts.
    synchronized SessionHandle another() {
        inits++;
        closes++;
        return new SessionHandle(this);
    }

    /// The inits and closes of a PE that has ended before its last close, as a message goes on; empty after one init.
    synchronized String pairs() {
        int ended = inits - closes;
        return inits == 1 ? "" : ": init %d times, finalize %d time%s".formatted(inits, ended, ended == 1 ? "" : "s");
    }

    private boolean isOpen() {
        return !closed && session.live;
    }

    /// This handle. Refuses a closed one.
    private SessionHandle checked() {
        if (isOpen()) return this;
        throw session.state("this handle is closed; call Shmem.init() for another one");
    }

    /// Returns this handle for the program: its proxy if there are listeners.
    Shmem profiled() {
        return profile.handle(this);
    }

    @Override
    public int myPe() {
        return checked().session.transport.pe();
    }

    @Override
    public int nPes() {
        return checked().session.transport.npes();
    }

    @Override
    public Team world() {
        return checked().teams.world;
    }

    @Override
    public void barrierAll() {
        checked().teams.world.barrier();
    }

    @Override
    public void syncAll() {
        checked().teams.world.sync();
    }

    @Override
    public Team shared() {
        return checked().teams.shared;
    }

    @Override
    public ThreadLevel threadLevel() {
        return checked().session.transport.threadLevel();
    }

    @Override
    public String name() {
        return "jshmem";
    }

    @Override
    public String machine() {
        return checked().session.transport.virtualTime() ? session.transport.machine() : "real";
    }

    @Override
    public boolean virtualTime() {
        return checked().session.transport.virtualTime();
    }

    @Override
    public Version specVersion() {
        return Settings.SPECIFICATION;
    }

    @Override
    public void fence() {
        checked().session.channel.fence();
    }

    @Override
    public void quiet() {
        checked().session.channel.quiet();
    }

    @Override
    public void quiet(int... pes) {
        checked().session.checkPes("quiet", session.transport.npes(), pes);
        for (int pe : pes) session.channel.quiet(pe);
    }

    @Override
    public Error globalExit(int status) {
        checked();
        boolean looksLikeSuccess = status != 0 && (status & 0xff) == 0; // a process has the lowest byte alone
        return session.transport.abort(looksLikeSuccess ? 1 : status, null);
    }

    @Override
    public boolean peAccessible(int pe) {
        return isOpen() && pe >= 0 && pe < session.transport.npes();
    }

    @Override
    public void pcontrol(int level) {
        checked();
    }

    @Override
    public long nanoTime() {
        return checked().session.transport.nanoTime();
    }

    @Override
    public void sleep(Duration duration) {
        checked();
        if (duration == null) throw session.missing("duration", "give how long to sleep");
        if (!duration.isNegative()) session.transport.sleep(Settings.nanos(duration));
    }

    @Override
    public void compute(Work work) {
        checked();
        if (work == null) throw session.missing("work", "give Work.NONE for none");
        session.direct.compute(work);
    }

    @Override
    public Space space(String name) {
        checked();
        if (name == null) throw session.missing("space, name", "give one of spaces()");
        for (Space space : spaces) if (space.name().equals(name)) return space;
        String known = spaces.stream().map(Space::name).collect(Collectors.joining(", "));
        throw session.refusal("space '%s' is unknown on this machine; use one of %s", name, known);
    }

    @Override
    public List<Space> spaces() {
        return List.copyOf(checked().spaces);
    }

    @Override
    public ShmemLock lock() {
        Heap heap = checked().session.heap();
        return new QueueLock(session.allocator.allocate(heap, ObjectKind.LOCK, QueueLock.WORDS, heap.line));
    }

    @Override
    public Mailbox mailbox(long bytes) {
        return checked().mailboxes.make(bytes);
    }

    @Override
    public void freeAll(Symmetric... objects) {
        checked();
        if (objects == null) throw session.missing("freeAll, objects", "pass the objects");
        List<Block> freed = new ArrayList<>();
        for (int k = 0; k < objects.length; k++) {
            if (objects[k] == null) throw session.missing("freeAll, objects[" + k + "]", "pass an object");
            SymObject object = (SymObject) Profile.unwrap(objects[k]);
            Block block = object.toFree("freeAll");
            if (freed.contains(block)) {
                throw Refusal.argument(object, "freeAll", "objects[%d] is listed twice; list it once", k);
            }
            freed.add(block);
        }
        session.allocator.free("freeAll", freed);
    }

    @Override
    public Team activeSet(int start, int logStride, int size, SymLongs pSync) {
        return checked().teams.activeSets.of(start, logStride, size, pSync);
    }

    /// Ends this handle, or one of the others for that of the C names, which stays open. A close that is refused
    /// because of another thread has no effect.
    @Override
    public void close() {
        if (!isOpen()) return;
        Group world = teams.world.group;
        Operation operation = common.closes == 1 ? Operation.FINALIZE : Operation.CLOSE;
        session.check("close on a team");
        IllegalStateException lost = common.closes == 1 ? mailboxes.closeAll() : null;
        boolean last;
        try (var _ = world.calls.enter("close", operation.label())) {
            session.channel.quiet();
            teams.quietContexts();
            last = common.isLast(this);
            world.barrier.sync(last ? Operation.FINALIZE : Operation.CLOSE);
            if (last) end();
        }
        if (last) session.transport.leave();
        if (lost != null) throw lost;
    }

    /// Counts a close, also if it fails from here on.
    private synchronized boolean isLast(SessionHandle ended) {
        ended.closed = ended != this;
        return --closes == 0;
    }

    private void end() {
        Heap heap = session.heap();
        session.debug("session ends, %d of %d bytes of heap in use", heap.used(), heap.size);
        common.kill();
    }

    /// Ends the session without a message to the other PEs: every object of it refuses later calls. Other threads may
    /// be in the middle of a call.
    void kill() {
        if (!session.live) return;
        session.invalidate();
        teams.shutDown();
        session.endSegments();
    }
}
