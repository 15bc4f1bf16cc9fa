// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.ChipLayout;
import org.jshmem.collective.layout.Hash;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The state of a PE between its first init and its last finalize: its heap, its objects, its teams.
final class Session {
    /// The longest wait. Longer ones are cut to it: they are as good as endless.
    private static final Duration LONGEST = Duration.ofDays(10_000);

    /// The longest time that the end of a session waits for a thread of the library.
    private static final Duration SETTLED = Duration.ofSeconds(1);

    final Transport transport;

    /// The default context's channel.
    private final Channel channel;

    final Members world;
    final Members shared;

    /// The default context, of operations that name no context.
    final Context context;

    /// The settings of the job's environment.
    final Environment environment = Environment.ofProcess();

    /// The handle of the C names, which take no handle.
    final Shmem common;

    /// The listeners to the program's calls.
    final Profile profile;

    final ActiveSetTeams activeSets = new ActiveSetTeams(this);

    final Allocator allocator;

    volatile boolean live = true;

    /// The machine's memories, the heap first.
    private final List<Area> areas = new ArrayList<>();

    /// The lifetime of the segments that programs get; null before the first one, since closing an arena stops every
    /// thread of the JVM for a moment.
    private volatile Arena arena;

    /// State of the generator of [#place], with equal places in every run.
    private long places;

    private final Slots slots = new Slots();
    private final List<Members> teams = new ArrayList<>();

    /// Threads of the library that finish interrupted calls of objects.
    private final List<Thread> helpers = new CopyOnWriteArrayList<>();

    /// The open handles, and that of the C names.
    private final List<Handle> handles = new ArrayList<>();

    /// The number of closes that end the session.
    private int closes;

    Session(Transport transport, Group worldGroup, Group sharedGroup) {
        this.transport = transport;
        this.channel = transport.channel();
        this.places = transport.pe();
        for (MemorySpace memory : transport.spaces()) {
            long reserved = ChipLayout.reserved(areas.size(), memory, transport.npes());
            areas.add(new Area(this, areas.size(), memory, reserved));
        }
        this.world = team(worldGroup, true);
        if (transport.pe() == 0) environment.announceTuning(worldGroup, System.out);
        this.shared = team(sharedGroup, true);
        this.allocator = new Allocator(this);
        this.context = new Context(this, world, channel);
        this.profile = Profile.of(transport.pe(), environment, transport.observer());
        Handle named = new Handle(this, true);
        handles.add(named);
        this.common = profile.handle(named);
        if (environment.debug()) {
            boolean crowded = transport.topology().crowded(transport.pe());
            debug("session begins on %s, %d bytes of heap, %s"
                    .formatted(transport.machine(), heap().size(), crowded ? "oversubscribed" : "a core for each PE"));
        }
    }

    /// Prints an action of the library on standard error, if the environment requests it.
    void debug(String format, Object... values) {
        if (environment.debug()) System.err.println(who() + ": " + format.formatted(values));
    }

    /// This PE's name in messages.
    String who() {
        return "PE " + transport.pe() + "/" + transport.npes(); // a JVM's first format takes 10 ms
    }

    /// Returns a new handle, which its own close ends.
    synchronized Handle handle() {
        Handle handle = new Handle(this, false);
        handles.add(handle);
        closes++;
        return handle;
    }

    /// Makes a team of this PE, which ends with the session at the latest.
    Members team(Group group, boolean predefined) {
        Members team = new Members(this, group, predefined);
        synchronized (teams) {
            teams.add(team);
        }
        if (!live) team.shutDown(); // the session has ended on another thread meanwhile
        return team;
    }

    void forget(Members team) {
        synchronized (teams) {
            teams.remove(team);
        }
    }

    /// Finalizes one handle; null stands for the handle of the C names, which stays open. The last close of all ends
    /// the session. A close that is refused because of another thread has no effect.
    void close(Handle handle) {
        world.begin("close");
        try {
            channel.quiet();
            synchronized (teams) {
                teams.forEach(Members::quietContexts);
            }
            boolean last = isLast(handle);
            world.meet(last ? Operation.FINALIZE : Operation.CLOSE, () -> {
                if (last) end();
            });
        } catch (ShmemInterruptedException e) {
            // not a daemon, as a deputy is: the process lives until the last close has ended
            if (isEnding())
                Thread.ofPlatform().daemon(false).name(who() + ", last close").start(this::awaitEnd);
            throw e;
        } finally {
            world.end();
        }
    }

    /// Counts a close, also if it fails from here on.
    private synchronized boolean isLast(Handle closed) {
        if (handles.remove(closed)) closed.end();
        return --closes == 0;
    }

    /// Whether the last close has been made, although a deputy may still wait for the other PEs.
    synchronized boolean isEnding() {
        return closes == 0;
    }

    /// Waits for the deputy that makes the last close if an interrupt has ended the PE's own call. The end of the job
    /// ends the deputy. False if there is none.
    boolean awaitEnd() {
        Thread deputy = world.group.deputy();
        boolean interrupted = false;
        while (deputy != null && deputy.isAlive()) {
            try {
                deputy.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        return deputy != null;
    }

    private void end() {
        debug("session ends, " + heap().used() + " of " + heap().size() + " bytes of heap in use");
        List<Thread> inTeams = new ArrayList<>();
        synchronized (teams) {
            teams.forEach(team -> inTeams.add(team.group.deputy()));
        }
        inTeams.forEach(Session::settle);
        kill();
        helpers.forEach(Session::settle);
        transport.leave();
    }

    /// Starts a thread of the library that works until the session ends at the latest.
    void start(Thread helper) {
        helpers.removeIf(other -> other.getState() == Thread.State.TERMINATED);
        helpers.add(helper);
        Group.start(transport, helper);
    }

    /// Waits for a time until a thread of the library has ended: the next session has other teams and objects in the
    /// memory that it uses. All PEs have made all their calls, so only a wake-up of that thread is missing.
    private static void settle(Thread helper) {
        if (helper == null || helper == Thread.currentThread()) return;
        boolean interrupted = Thread.interrupted();
        try {
            helper.join(SETTLED);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Ends the session without a message to the other PEs: every object of it refuses later calls. Other threads may
    /// be in the middle of a call.
    void kill() {
        if (!live) return;
        live = false;
        allocator.invalidate();
        synchronized (teams) {
            teams.forEach(Members::shutDown);
        }
        synchronized (this) {
            handles.forEach(Handle::end);
        }
        synchronized (areas) {
            if (arena != null) end(arena);
        }
    }

    private static void end(Arena segments) {
        try {
            segments.close();
        } catch (IllegalStateException e) {
            // native code uses one of its segments: the segments and their memory stay
        }
    }

    /// A random place among `n` at which a search begins (SplitMix64, Steele et al. 2014). Two threads may get one
    /// place.
    int place(int n) {
        long z = places += Hash.GOLDEN;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return (int) Math.unsignedMultiplyHigh(z ^ z >>> 31, n);
    }

    Slots slots() {
        return slots;
    }

    /// The machine's memories, the heap first.
    List<Area> areas() {
        return areas;
    }

    /// The symmetric heap.
    Area heap() {
        return areas.getFirst();
    }

    /// The memory with this name.
    Area area(String name) {
        for (Area area : areas) if (area.name().equals(name)) return area;
        throw new IllegalArgumentException("%s: space '%s' is unknown on this machine; use one of %s"
                .formatted(who(), name, areas.stream().map(Area::name).collect(Collectors.joining(", "))));
    }

    /// The deadline of a wait that begins now, on the backend's clock.
    long deadline(Duration max) {
        if (max == null) throw new NullPointerException(who() + ": max is null; give how long to wait");
        return transport.nanoTime() + nanos(max);
    }

    /// A time in nanoseconds; 0 if it is negative.
    static long nanos(Duration time) {
        return time.isNegative() ? 0 : (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos();
    }

    /// A segment for direct loads and stores, which finalize invalidates.
    MemorySegment segment(long address, long bytes) {
        Arena made = arena;
        return Memory.segment(address, bytes, made == null ? arena() : made);
    }

    private Arena arena() {
        synchronized (areas) {
            if (arena != null) return arena;
            Arena made = Arena.ofShared();
            Memory.keep(made, transport);
            if (!live) end(made); // the session has ended meanwhile, and closes no arena any more
            arena = made;
            return made;
        }
    }

    void checkPes(String verb, int npes, int... pes) {
        if (pes == null) throw new NullPointerException("%s: %s, pes is null; give PE numbers".formatted(who(), verb));
        for (int pe : pes) {
            if (pe < 0 || pe >= npes) {
                throw new IndexOutOfBoundsException(
                        "%s: %s: PE %d does not exist; this team has PEs 0 to %d".formatted(who(), verb, pe, npes - 1));
            }
        }
    }
}
