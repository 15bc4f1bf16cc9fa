// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.Shmem;
import org.jshmem.Symmetric;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.ChipLayout;
import org.jshmem.collective.Group;
import org.jshmem.collective.Hash;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// What a PE is between its first init and its last finalize: its heap, its objects, its teams.
final class Session {
    /// Two words in the PE's own page of the system area: the number of an allocation that some PE could not back,
    /// of an even and of an odd one. In turn, since a PE may be in its next allocation before another has looked at
    /// the word of this one.
    private static final long UNBACKED = 0;

    /// Longer waits are no different from endless ones.
    private static final Duration LONGEST = Duration.ofDays(10_000);

    final Transport transport;

    /// The default context's channel.
    private final Channel channel;

    final Members world;
    final Members shared;

    /// The context of operations that name none.
    final Context context;

    /// What the job's environment asks for.
    final Environment environment = new Environment(System.getenv());

    /// The handle behind the names of 1.0 programs, which have none.
    final Shmem common;

    /// Who listens to what the program calls.
    final Profile profile;

    final ActiveSets activeSets = new ActiveSets(this);

    volatile boolean live = true;

    /// The machine's memories, the heap first.
    private final List<Area> areas = new ArrayList<>();

    /// The life of the segments that programs get.
    private final Arena arena = Arena.ofShared();

    /// Where any-forms of waiting begin to look: at another place each time, the same ones in every run.
    private long places;

    private final Map<Long, Block> blocks = new LinkedHashMap<>(); // by offset
    private final Slots slots = new Slots();
    private final List<Members> teams = new ArrayList<>();

    /// Those that are open, and the one of the 1.0 names.
    private final List<Handle> handles = new ArrayList<>();

    /// Closes that the session lasts for.
    private int closes;

    private long allocations;

    Session(Transport transport, Group worldGroup, Group sharedGroup) {
        this.transport = transport;
        this.channel = transport.channel();
        this.places = transport.pe();
        Memory.keep(arena, transport);
        for (MemorySpace memory : transport.spaces()) {
            long reserved = ChipLayout.reserved(areas.size(), memory, transport.npes());
            areas.add(new Area(this, areas.size(), memory, reserved));
        }
        this.world = team(worldGroup, true);
        if (transport.pe() == 0) environment.announceTuning(worldGroup, System.out);
        this.shared = team(sharedGroup, true);
        this.context = new Context(this, world, channel);
        this.profile = Profile.of(transport.pe(), environment, transport.observer());
        Handle named = new Handle(this, true);
        handles.add(named);
        this.common = profile.handle(named);
        if (environment.debug()) {
            boolean crowded = transport.topology().crowded(transport.pe());
            debug("session begins on %s, %d bytes of heap, %s"
                    .formatted(transport.machine(), heap().size(), crowded ? "crowded" : "a core for each PE"));
        }
    }

    /// Says on standard error what the library does, where the environment asks for it.
    void debug(String what) {
        if (environment.debug()) System.err.println(who() + ": " + what);
    }

    /// How messages call this PE.
    String who() {
        return "PE %d/%d".formatted(transport.pe(), transport.npes());
    }

    /// A handle that its own close ends.
    synchronized Handle handle() {
        Handle handle = new Handle(this, false);
        handles.add(handle);
        closes++;
        return handle;
    }

    /// A handle was closed: the session's end will not have to.
    synchronized void forget(Handle handle) {
        handles.remove(handle);
    }

    /// A team of this PE's, whose end is the session's at the latest.
    Members team(Group group, boolean predefined) {
        Members team = new Members(this, group, predefined);
        synchronized (teams) {
            teams.add(team);
        }
        return team;
    }

    void forget(Members team) {
        synchronized (teams) {
            teams.remove(team);
        }
    }

    /// Finalize of one handle, whichever it is; the last one ends the session.
    void close() {
        channel.quiet();
        synchronized (teams) {
            teams.forEach(Members::quietContexts);
        }
        boolean last;
        synchronized (this) {
            last = --closes == 0;
        }
        world.begin("close");
        try {
            world.meet(last ? Operation.FINALIZE : Operation.BARRIER, () -> {
                if (last) end();
            });
        } finally {
            world.end();
        }
    }

    private void end() {
        debug("session ends, %d of %d bytes of heap in use".formatted(heap().used(), heap().size()));
        kill();
        transport.leave();
    }

    /// Ends the session without a word to the other PEs: what the program keeps of it refuses from now on. Other
    /// threads may be in the middle of a call.
    void kill() {
        if (!live) return;
        live = false;
        synchronized (blocks) {
            for (Block block : blocks.values()) block.live = false;
        }
        synchronized (teams) {
            teams.forEach(Members::shutDown);
        }
        synchronized (this) {
            handles.forEach(Handle::end);
        }
        try {
            arena.close();
        } catch (IllegalStateException e) {
            // native code is in one of its segments: they stay, and so does the memory
        }
    }

    /// A place among `n` to begin looking at (SplitMix64, Steele et al. 2014). Two threads may get the same one.
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

    /// A memory by name.
    Area area(String name) {
        for (Area area : areas) if (area.name().equals(name)) return area;
        throw new IllegalArgumentException("%s: space '%s' is unknown on this machine; use one of %s"
                .formatted(who(), name, areas.stream().map(Area::name).collect(Collectors.joining(", "))));
    }

    /// When a wait that begins now gives up, on the backend's clock.
    long deadline(Duration max) {
        if (max == null) throw new NullPointerException(who() + ": max is null; give how long to wait");
        return transport.nanoTime() + nanos(max);
    }

    /// A time in nanoseconds; none where it is negative.
    static long nanos(Duration time) {
        return time.isNegative() ? 0 : (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos();
    }

    /// A segment for direct loads and stores, dead after finalize.
    MemorySegment segment(long address, long bytes) {
        return Memory.segment(address, bytes, arena);
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

    // symmetric memory: collective over the world

    /// Takes `n` zeroed elements of a line's alignment. All PEs agree on size and outcome before anyone returns.
    Block allocate(Area area, ObjectKind kind, long n, int width) {
        return allocate(area, kind, n, width, area.heap.line());
    }

    /// As above, aligned to `align`.
    Block allocate(Area area, ObjectKind kind, long n, int width, long align) {
        checkLength(area, kind.label(), n, width);
        if ((align & (align - 1)) != 0 || align < 8) {
            throw new IllegalArgumentException(
                    "%s: mem, align=%d is not a power of two of at least 8; use 8, 16, 32 and so on"
                            .formatted(who(), align));
        }
        if (align > Shape.ALIGNMENT) {
            throw new IllegalArgumentException("%s: mem, align=%d is more than heaps are aligned to; give at most %d"
                    .formatted(who(), align, Shape.ALIGNMENT));
        }
        if (n == 0) return new Block(area, area.start(), 0, align, allocations);
        world.begin(kind.label());
        try {
            return keep(new Block(area, take(area, kind, n * width, align), n * width, align, allocations), kind);
        } finally {
            world.end();
        }
    }

    /// Takes `k` zeroed blocks of a line each at once.
    Block[] allocateEach(Area area, ObjectKind kind, int k) {
        Block[] each = new Block[k];
        if (k == 0) return each;
        long line = area.heap.line();
        world.begin(kind.label());
        try {
            long at = take(area, kind, k * line, line);
            area.heap.split(at - area.start());
            for (int i = 0; i < k; i++) {
                long number = i == 0 ? allocations : ++allocations;
                each[i] = keep(new Block(area, at + i * line, line, line, number), kind);
            }
            return each;
        } finally {
            world.end();
        }
    }

    private Block keep(Block block, ObjectKind kind) {
        synchronized (blocks) {
            blocks.put(block.offset, block);
        }
        Observer observer = transport.observer();
        if (observer != null) {
            observer.object(block.offset, block.bytes, kind.width(), kind.label() + " " + block.number);
        }
        return block;
    }

    /// The offset of so many zeroed bytes.
    private long take(Area area, ObjectKind kind, long bytes, long align) {
        return world.group.inOrder(() -> takeTogether(area, kind, bytes, align));
    }

    private long takeTogether(Area area, ObjectKind kind, long bytes, long align) {
        long number = ++allocations;
        long at = area.heap.allocate(bytes, align);
        if (at >= 0) back(number, area.start() + at, bytes);
        channel.quiet();
        return world.meet(Operation.ALLOCATE, bytes, align, kind.ordinal(), area.number(), () -> {
            if (at < 0) throw full(area, bytes);
            if (isUnbacked(number)) {
                area.heap.release(at);
                throw unbacked(bytes);
            }
            return area.start() + at;
        });
    }

    private void checkLength(Area area, String verb, long n, int width) {
        if (n < 0) {
            throw new IllegalArgumentException("%s: %s, n=%d is negative; give 0 or more".formatted(who(), verb, n));
        }
        if (n > Long.MAX_VALUE / width) throw full(area, Long.MAX_VALUE);
    }

    /// Makes a block's memory usable; a PE that cannot tells all others before they meet in the allocation's barrier.
    private boolean back(long number, long offset, long bytes) {
        try {
            transport.zero(offset, bytes);
            return true;
        } catch (SymmetricHeapException e) {
            for (int pe = 0; pe < transport.npes(); pe++) channel.store(pe, unbackedWord(number), 8, number);
            System.err.println(e.getMessage());
            return false;
        }
    }

    private static long unbackedWord(long number) {
        return UNBACKED + Long.BYTES * (number & 1);
    }

    /// Whether some PE could not back an allocation, once all PEs have tried. Takes the word down: numbers begin again
    /// with the next session.
    private boolean isUnbacked(long number) {
        int me = transport.pe();
        if (channel.load(me, unbackedWord(number), 8) != number) return false;
        channel.store(me, unbackedWord(number), 8, 0);
        return true;
    }

    private SymmetricHeapException full(Area area, long bytes) {
        Heap heap = area.heap;
        return new SymmetricHeapException("%s: %s cannot give %d bytes, %d of %d are free, the largest block is %d; %s"
                .formatted(
                        who(),
                        area == heap() ? "the symmetric heap" : "space '" + area.name() + "'",
                        bytes,
                        heap.size() - heap.used(),
                        heap.size(),
                        heap.largestFree(),
                        area == heap() ? remedy(heap, bytes) : "free something, or use the heap"));
    }

    /// The smallest whole number of MiB that certainly has the room.
    private static String remedy(Heap heap, long bytes) {
        long other = heap.used() == 0 ? 0 : heap.size();
        if (bytes > (1L << 62) - other) return "use a smaller count: no memory has that many bytes";
        return "raise --heap or SHMEM_SYMMETRIC_SIZE to %dm or more".formatted(other + bytes + (1 << 20) - 1 >> 20);
    }

    private SymmetricHeapException unbacked(long bytes) {
        return new SymmetricHeapException(
                "%s: out of memory behind the heaps: a PE could not get its %d bytes of this allocation; free space in /dev/shm, or use another --heap-dir"
                        .formatted(who(), bytes));
    }

    /// Gives an object's memory back, once nobody uses it any more.
    void free(Block block) {
        if (block.bytes == 0) {
            block.live = false;
            return;
        }
        world.begin("free");
        try {
            channel.quiet();
            world.meet(Operation.FREE, block.offset, 1, 0, 0, () -> release(block));
        } finally {
            block.live = false; // also after an interrupt: a deputy releases it
            world.end();
        }
    }

    /// As [#free] of each, at one meeting.
    void freeAll(Symmetric... objects) {
        if (objects == null) throw new NullPointerException(who() + ": freeAll, objects is null; pass the objects");
        List<Block> freed = new ArrayList<>();
        for (int k = 0; k < objects.length; k++) {
            if (objects[k] == null) {
                throw new NullPointerException("%s: freeAll, objects[%d] is null; pass an object".formatted(who(), k));
            }
            Place place = (Place) Profile.unwrap(objects[k]);
            Block block = place.toFree("freeAll");
            if (freed.contains(block)) {
                throw Refusal.argument(place, "freeAll", "objects[%d] is listed twice; list it once".formatted(k));
            }
            freed.add(block);
        }
        freed.stream().filter(block -> block.bytes == 0).forEach(block -> block.live = false);
        freed.removeIf(block -> block.bytes == 0);
        if (freed.isEmpty()) return;
        long others = 0;
        for (Block block : freed.subList(1, freed.size())) others = Hash.mix(others, block.offset);
        long hash = others;
        world.begin("freeAll");
        try {
            channel.quiet();
            world.meet(Operation.FREE, freed.getFirst().offset, freed.size(), hash, 0, () -> {
                freed.forEach(this::release);
                return null;
            });
        } finally {
            freed.forEach(block -> block.live = false);
            world.end();
        }
    }

    private Void release(Block block) {
        forget(block);
        block.area.heap.release(block.offset - block.area.start());
        return null;
    }

    private void forget(Block block) {
        block.live = false;
        synchronized (blocks) {
            blocks.remove(block.offset);
        }
    }

    /// Moves an object's content to a block of another size, in place where its memory allows it.
    Block realloc(Place object, ObjectKind kind, long n, int width) {
        Block old = object.block;
        Area area = old.area;
        checkLength(area, "realloc", n, width);
        if (old.bytes == 0) return replace(old, allocate(area, kind, n, width, old.align));
        if (n == 0) {
            free(old);
            return allocate(area, kind, 0, width, old.align);
        }
        world.begin("realloc");
        try {
            return move(old, kind, n * width);
        } finally {
            world.end();
        }
    }

    private Block move(Block old, ObjectKind kind, long bytes) {
        channel.quiet();
        return world.meet(Operation.REALLOCATE, old.offset, bytes, 0, 0, () -> moveTogether(old, kind, bytes));
    }

    private Block moveTogether(Block old, ObjectKind kind, long bytes) {
        Area area = old.area;
        Heap heap = area.heap;
        long number = ++allocations;
        long before = old.offset - area.start();
        boolean here = heap.resize(before, bytes);
        long at = here ? before : heap.allocate(bytes, old.align);
        if (at < 0) throw full(area, bytes);
        long offset = area.start() + at;
        if (!here) {
            boolean backed = back(number, offset, bytes);
            if (backed) channel.copy(transport.pe(), offset, transport.pe(), old.offset, old.bytes);
        } else if (bytes > old.bytes) {
            back(number, offset + old.bytes, bytes - old.bytes);
        }
        channel.quiet(); // a PE that could not back it has told the others
        return world.meet(Operation.REALLOCATE, offset, bytes, 1, 0, () -> {
            if (isUnbacked(number)) {
                if (here) heap.resize(at, old.bytes);
                else heap.release(at);
                throw unbacked(bytes);
            }
            forget(old);
            if (!here) heap.release(before);
            return keep(new Block(area, offset, bytes, old.align, number), kind);
        });
    }

    private static Block replace(Block old, Block block) {
        old.live = false;
        return block;
    }
}
