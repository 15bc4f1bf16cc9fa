// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Space;
import org.jshmem.SymLongs;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.Version;
import org.jshmem.Work;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.runtime.array.Place;
import org.jshmem.runtime.array.Refusal;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Session;
import org.jshmem.runtime.lock.QueueLock;
import org.jshmem.runtime.profile.Profile;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Transport;

/// The handle that one init returns. Its own close ends it, even if the session goes on.
final class Handle implements Shmem {
    private final Lifetime life;
    private final Session session;
    private final Transport transport;
    private boolean open = true;

    /// Whether this is the handle of the C names, which stands for all of the PE's handles.
    private final boolean common;

    Handle(Lifetime life, boolean common) {
        this.life = life;
        this.session = life.session;
        this.transport = session.transport;
        this.common = common;
    }

    /// The session's lifetime. Refuses a closed handle.
    private Lifetime life() {
        if (open) return life;
        throw new IllegalStateException(session.who() + ": this handle is closed; call Shmem.init() for another one");
    }

    /// Returns this handle for the program: its proxy if there are listeners.
    Shmem profiled() {
        return life.profile.handle(this);
    }

    /// Ends the job because of a failure of this PE.
    Error abort(int status, Throwable why) {
        return transport.abort(status, why);
    }

    @Override
    public int myPe() {
        return life().session.transport.pe();
    }

    @Override
    public int nPes() {
        return life().session.transport.npes();
    }

    @Override
    public Team world() {
        return life().teams.world;
    }

    @Override
    public Team shared() {
        return life().shared;
    }

    @Override
    public ThreadLevel threadLevel() {
        return life().session.transport.threadLevel();
    }

    @Override
    public String name() {
        return "jshmem";
    }

    @Override
    public String machine() {
        return life().session.transport.virtualTime() ? transport.machine() : "real";
    }

    @Override
    public boolean virtualTime() {
        return life().session.transport.virtualTime();
    }

    @Override
    public Version specVersion() {
        return Settings.SPECIFICATION;
    }

    @Override
    public void barrierAll() {
        life().teams.world.barrier();
    }

    @Override
    public void syncAll() {
        life().teams.world.sync();
    }

    @Override
    public void fence() {
        life();
        session.channel.fence();
    }

    @Override
    public void quiet() {
        life();
        session.channel.quiet();
    }

    @Override
    public void quiet(int... pes) {
        life().session.checkPes("quiet", transport.npes(), pes);
        for (int pe : pes) session.channel.quiet(pe);
    }

    @Override
    public Error globalExit(int status) {
        life();
        boolean looksLikeSuccess = status != 0 && (status & 0xff) == 0; // a process has the lowest byte alone
        return transport.abort(looksLikeSuccess ? 1 : status, null);
    }

    @Override
    public boolean peAccessible(int pe) {
        return open && pe >= 0 && pe < transport.npes();
    }

    @Override
    public void pcontrol(int level) {
        life();
    }

    @Override
    public long nanoTime() {
        return life().session.transport.nanoTime();
    }

    @Override
    public void sleep(Duration duration) {
        life();
        if (duration == null) throw session.missing("duration", "give how long to sleep");
        if (!duration.isNegative()) transport.sleep(Settings.nanos(duration));
    }

    @Override
    public void compute(Work work) {
        life();
        if (work == null) throw session.missing("work", "give Work.NONE for none");
        Pricing pricing = transport.pricing();
        if (pricing != null) pricing.compute(work);
    }

    @Override
    public Space space(String name) {
        life();
        if (name == null) throw session.missing("space, name", "give one of spaces()");
        return life.space(name);
    }

    @Override
    public List<Space> spaces() {
        return List.copyOf(life().spaces);
    }

    @Override
    public ShmemLock lock() {
        Block b = life().session
                .allocator
                .allocate(session.heap(), ObjectKind.LOCK, QueueLock.BYTES, 1, session.heap().line);
        return new QueueLock(session, b);
    }

    @Override
    public void freeAll(Symmetric... objects) {
        life();
        if (objects == null) throw session.missing("freeAll, objects", "pass the objects");
        List<Block> freed = new ArrayList<>();
        for (int k = 0; k < objects.length; k++) {
            if (objects[k] == null) throw session.missing("freeAll, objects[" + k + "]", "pass an object");
            Place place = (Place) Profile.unwrap(objects[k]);
            Block block = place.toFree("freeAll");
            if (freed.contains(block)) {
                throw Refusal.argument(place, "freeAll", "objects[%d] is listed twice; list it once", k);
            }
            freed.add(block);
        }
        session.allocator.free("freeAll", freed);
    }

    @Override
    public long heapSize() {
        return life().heap().size();
    }

    @Override
    public long heapUsed() {
        return life().heap().used();
    }

    @Override
    public long largestFree() {
        return life().heap().largestFree();
    }

    @Override
    public Team activeSet(int start, int logStride, int size, SymLongs pSync) {
        return life().teams.activeSets.of(start, logStride, size, pSync);
    }

    @Override
    public Ctx ctx(Ctx.Option... options) {
        return life().teams.world.ctx(options);
    }

    @Override
    public void close() {
        if (open) life.close(common ? null : this);
    }

    /// Refuses later calls: this handle has been closed, or its session has ended.
    void end() {
        open = false;
    }
}
