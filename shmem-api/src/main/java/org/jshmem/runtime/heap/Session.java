// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.TeamLayout;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Channel;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The state of a PE between its first init and its last finalize that all of its objects share: the memories and
/// their allocator, the segments, the checks and the names for messages.
public final class Session {
    public final Transport transport;

    /// The transport's direct accesses.
    public final DirectAccess direct;

    /// The default context's channel.
    public final Channel channel;

    /// The settings of the job's environment.
    public final Environment environment = Environment.ofProcess();

    public final Allocator allocator;

    /// The world team, to whose numbers other teams translate theirs. `OpenTeams` sets it.
    public Team world;

    public volatile boolean live = true;

    /// The machine's memories, the heap first.
    public final List<Heap> heaps = new ArrayList<>();

    /// The lifetime of the segments that programs get; null before the first one, since closing an arena stops every
    /// thread of the JVM for a moment.
    private volatile Arena arena;

    /// The places at which searches begin.
    public final Random places;

    public Session(Transport transport, Group world) {
        this.transport = transport;
        this.direct = transport.direct();
        this.channel = transport.channel();
        this.places = new Random(transport.pe()); // equal places in every run
        for (MemorySpace memory : transport.spaces()) {
            long reserved = TeamLayout.reserved(heaps.size(), memory, transport.npes());
            heaps.add(new Heap(memory, reserved));
        }
        this.allocator = new Allocator(this, world);
    }

    /// Prints an action of the library on standard error, if the environment requests it.
    public void debug(String format, Object... values) {
        if (environment.debug()) System.err.println(who() + ": " + format.formatted(values));
    }

    /// This PE's name in messages.
    public String who() {
        return "PE " + transport.pe() + "/" + transport.npes(); // a JVM's first format takes 10 ms
    }

    /// The exception for a mistake in an argument.
    public IllegalArgumentException refusal(String mistake, Object... values) {
        return new IllegalArgumentException(who() + ": " + mistake.formatted(values));
    }

    /// The exception for a call at a time at which it is not possible.
    public IllegalStateException state(String mistake, Object... values) {
        return new IllegalStateException(who() + ": " + mistake.formatted(values));
    }

    /// The exception for a PE, an index or a count that does not exist.
    public IndexOutOfBoundsException bounds(String mistake, Object... values) {
        return new IndexOutOfBoundsException(who() + ": " + mistake.formatted(values));
    }

    /// The exception for a parameter that is null.
    public NullPointerException missing(String name, String remedy) {
        return new NullPointerException("%s: %s is null; %s".formatted(who(), name, remedy));
    }

    /// Refuses a call after the end of the session.
    public void check(String call) {
        if (!live) throw state("%s of a session that is finalized; init again", call);
    }

    /// Makes every object of the session refuse later calls. Other threads may be in the middle of a call.
    public void invalidate() {
        live = false;
        allocator.invalidate();
    }

    /// Ends the segments that programs have got.
    public void endSegments() {
        synchronized (heaps) {
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

    /// The symmetric heap.
    public Heap heap() {
        return heaps.getFirst();
    }

    /// The deadline of a wait that begins now, on the backend's clock.
    public long deadline(Duration max) {
        if (max == null) throw missing("max", "give how long to wait");
        return transport.nanoTime() + Settings.nanos(max);
    }

    /// A segment for direct loads and stores, which finalize invalidates.
    public MemorySegment segment(long address, long bytes) {
        Arena made = arena;
        return Memory.segment(address, bytes, made == null ? arena() : made);
    }

    private Arena arena() {
        synchronized (heaps) {
            if (arena != null) return arena;
            Arena made = Arena.ofShared();
            Memory.keep(made, transport);
            if (!live) end(made); // the session has ended meanwhile, and closes no arena any more
            arena = made;
            return made;
        }
    }

    /// Refuses PE numbers that a team of `npes` PEs does not have.
    public void checkPes(String verb, int npes, int... pes) {
        if (pes == null) throw missing(verb + ", pes", "give PE numbers");
        for (int pe : pes) if (pe < 0 || pe >= npes) throw noPe(verb, pe, npes);
    }

    /// The exception for a PE number that a team of `npes` PEs does not have.
    public IndexOutOfBoundsException noPe(String what, int pe, int npes) {
        return bounds("%s: PE %d does not exist; this team has PEs 0 to %d", what, pe, npes - 1);
    }
}
