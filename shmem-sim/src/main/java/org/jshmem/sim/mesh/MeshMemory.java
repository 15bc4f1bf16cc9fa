// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.Arrays;
import java.util.stream.Stream;
import org.agrona.collections.Long2LongHashMap;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Cores;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.Jitter;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.cost.ScalarCores;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.kernel.Picos;

/// The memories of a chip without coherence: on-chip buffers that every core reads and writes, and each core's
/// memory off the chip.
///
/// A core has one transaction in flight, so a copy costs line by line what P's equations give. Equations 1 to 6 are
/// for a line, 7 to 12 for a put or a get. Each line is read, then written.
///
/// | copy | cost of m lines |
/// |-|-|
/// | own buffer to a buffer (put) | o_put_mpb + m (C_r(1) + C_w(d)), eq. 7 |
/// | own memory to a buffer (put) | o_put_mem + m (C_r_mem + C_w(d)), eq. 8 |
/// | a buffer to the own one (get) | o_get_mpb + m (C_r(d) + C_w(1)), eq. 11 |
/// | a buffer to own memory (get) | o_get_mem + m (C_r(d) + C_w_mem), eq. 12 |
/// | between memories | o_put_mem or o_get_mem (0 from own to own) + m (C_r_mem + C_w_mem), by controllers' distances |
///
/// Lines of own memory that are in the own first-level cache cost nothing to copy from (P, section 5.2.2). Those in the
/// second level cost `l_2` to copy from and `w_warm` to write. Caches allocate on reads alone (K, section II): a write
/// of a line that is not in the cache goes to memory. A get into own memory leaves its lines in the caches, because its
/// copy loads each line before it writes it (P, footnote 3); `o_mem_w` contains that load. A write arrives d hops
/// before its acknowledgement has returned: others see it then (eqs 1, 4, 9, 10).
public final class MeshMemory extends CostModel {
    private final MeshCosts costs;
    private final Mesh mesh;
    private final Mesh.Router[] routers; // of each PE
    private final Mesh.Router[] controllers; // of the memory of each PE
    private final Placement placement;
    private final long chipFrom;
    private final Jitter jitter;
    private final Cores cores;
    private final Port[] ports; // of each buffer
    private final FifoServer[] locks; // each core's lock register for atomics
    private final MeshCaches[] caches; // of each core, for its own memory
    private final Long2LongHashMap writers = new Long2LongHashMap(-1); // of each line: the PE that wrote it last
    private final long[] looked; // by PE: the word of the latest look, -1 if a load has used it
    private final long[] lookEnds; // by PE: the end of the latest look

    /// A memory for one simulation; the on-chip buffer is the part of each region from `chipFrom` on.
    public MeshMemory(SimulationSetup setup, Mesh mesh, long chipFrom) {
        super((int) setup.machine().count("line"));
        Machine machine = setup.machine();
        int pes = setup.npes();
        costs = new MeshCosts(machine);
        this.chipFrom = chipFrom;
        placement = setup.placement();
        this.mesh = mesh;
        routers = new Mesh.Router[pes];
        controllers = new Mesh.Router[pes];
        Arrays.setAll(routers, pe -> mesh.router(placement.core(pe)));
        Arrays.setAll(controllers, pe -> mesh.controller(placement.core(pe)));
        jitter = setup.jitter();
        cores = new ScalarCores(
                machine,
                1e6 / machine.value("core"),
                pe -> costs.read(costs.memory, hops(pe, pe, 0)),
                pe -> costs.write(costs.memory, hops(pe, pe, 0)));
        boolean fair = !machine.has("arbitration");
        ports = new Port[pes];
        Arrays.setAll(ports, pe -> new Port(mesh, placement.core(pe), fair));
        locks = FifoServer.several(pes);
        caches = Stream.generate(() -> new MeshCaches(costs)).limit(pes).toArray(MeshCaches[]::new);
        looked = new long[pes];
        lookEnds = new long[pes];
    }

    private long key(int region, long offset) {
        return (long) region << 40 | index(offset);
    }

    private static long wordOf(MachineAccess a) {
        return (long) a.region << 40 | a.offset;
    }

    private boolean isOnChip(long offset) {
        return offset >= chipFrom;
    }

    /// Routers on the way from a PE to an offset of a region.
    private int hops(int pe, int region, long offset) {
        return mesh.hops(routers[pe], isOnChip(offset) ? routers[region] : controllers[region]);
    }

    private MeshCosts.Place place(long offset) {
        return isOnChip(offset) ? costs.chip : costs.memory;
    }

    /// Whether an offset of a region is in a PE's own memory, which its caches hold.
    private boolean isCached(int pe, int region, long offset) {
        return region == pe && !isOnChip(offset);
    }

    /// Reads lines of own memory and returns the cost.
    private long cached(int pe, long offset, long bytes) {
        return caches[pe].read(index(offset), lines(offset, bytes), costs.read(costs.memory, hops(pe, pe, offset)));
    }

    /// Writes lines of own memory. Returns the number of those that were in the second-level cache.
    private long held(int pe, long offset, long bytes) {
        return caches[pe].write(index(offset), lines(offset, bytes));
    }

    /// The cost of `m` lines with the noise of each.
    private long noisy(int pe, long offset, long m, long cost) {
        return jitter.ofLines(pe, cost, place(offset).sd(), m);
    }

    /// The cost of reading a range in `m` lines.
    private long read(int pe, int region, long offset, long bytes, long m) {
        long cost = isCached(pe, region, offset)
                ? cached(pe, offset, bytes)
                : m * costs.read(place(offset), hops(pe, region, offset));
        return noisy(pe, offset, m, cost);
    }

    /// The cost of writing a range in `m` lines.
    private long write(int pe, int region, long offset, long bytes, long m) {
        long warm = isCached(pe, region, offset) ? held(pe, offset, bytes) : 0;
        long cold = isCached(pe, region, offset) ? lines(offset, bytes) - warm : m;
        long line = costs.write(place(offset), hops(pe, region, offset));
        return noisy(pe, offset, m, warm * costs.warmLine + cold * line);
    }

    @Override
    public long step(MachineAccess a, long now) {
        if (a.more) return pass(a, now);
        if (a.kind.changes()) {
            long end = key(a.region, a.offset + a.bytes - 1);
            for (long line = key(a.region, a.offset); line <= end; line++) writers.put(line, a.pe);
        }
        return switch (a.kind) {
            case LOAD -> load(a, now);
            case POLL -> poll(a, now);
            case STORE -> store(a, now);
            case SIGNAL -> costs.flagsCost ? word(a, now) : changed(a, now, 0);
            case ATOMIC -> atomic(a, now);
            case COMPUTE -> compute(a, now);
            case READ -> now + direct(a);
            case WRITE -> changed(a, now + direct(a), 0);
            default -> copy(a, now);
        };
    }

    /// The lock of an atomic operation is shared, and a change is seen later.
    @Override
    public boolean beginsUnseen(MachineAccess a) {
        return a.kind.changes() && a.kind != AccessKind.ATOMIC;
    }

    /// The end of a change, whose acknowledgement comes back over routers. The change arrives before.
    private long changed(MachineAccess a, long done, int hops) {
        long arrived = done - hops * costs.hop;
        return a.changed(arrived, arrived, done);
    }

    /// Sends the lines of an access through the port of a buffer from `at` on. They take `all` without other cores.
    private long queue(MachineAccess a, long all, long at) {
        a.ready = all;
        a.more = true;
        return at;
    }

    /// The next line of an access passes the port.
    private long pass(MachineAccess a, long now) {
        boolean reads = readsChip(a);
        long start = now;
        if (costs.ports) {
            long put = a.kind == AccessKind.ATOMIC ? costs.portGet + costs.portPut : costs.portPut;
            Port port = ports[reads ? a.from() : a.region];
            start = port.ask(placement.core(a.pe), now, reads ? costs.portGet : put);
            if (start > now && !port.isFair()) return start;
        }
        long lines = lines(a);
        long i = ++a.passed;
        long done = start + a.ready * i / lines - a.ready * (i - 1) / lines;
        a.more = i < lines;
        return a.more ? done : changed(a, done, acknowledged(a));
    }

    private boolean readsChip(MachineAccess a) {
        return a.from() >= 0 && isOnChip(a.fromOffset());
    }

    /// The lines of a range; a copy that is aligned otherwise at its ends takes those of the longer one.
    private long lines(MachineAccess a) {
        return Math.max(lines(a.offset, a.bytes), lines(a.fromOffset(), a.bytes));
    }

    /// Routers on the way of the acknowledgement of a range.
    private int acknowledged(MachineAccess a) {
        boolean isOwn = a.to() < 0 || a.region == a.pe && !isOnChip(a.offset);
        return isOwn ? 0 : hops(a.pe, a.region, a.offset);
    }

    // words

    private long load(MachineAccess a, long now) {
        if (looked[a.pe] == wordOf(a) && lookEnds[a.pe] == now) { // the value is in a register
            looked[a.pe] = -1; // the next load may find another value
            return now;
        }
        if (!isCached(a.pe, a.region, a.offset))
            return now + readWord(a, place(a.offset).get());
        long missing = cached(a.pe, a.offset, 1);
        boolean inCache = costs.caches && missing <= costs.secondLine;
        return now + (inCache ? costs.load + missing : noisy(a.pe, a.offset, 1, missing));
    }

    /// A get of one word, by a call of this cost.
    private long readWord(MachineAccess a, long call) {
        return noisy(a.pe, a.offset, 1, call + costs.read(place(a.offset), hops(a.pe, a.region, a.offset)));
    }

    private long poll(MachineAccess a, long now) {
        looked[a.pe] = wordOf(a);
        return lookEnds[a.pe] = now
                + (costs.flagsCost ? readWord(a, a.inPlace ? 0 : place(a.offset).get()) : 0);
    }

    private long store(MachineAccess a, long now) {
        if (!isCached(a.pe, a.region, a.offset)) return word(a, now);
        if (held(a.pe, a.offset, 1) == 1) return changed(a, now + costs.word, 0);
        int hops = hops(a.pe, a.pe, a.offset);
        return changed(a, now + noisy(a.pe, a.offset, 1, costs.write(costs.memory, hops)), hops);
    }

    /// A put of one word. For a word on the chip this is eq. 7 with one line, `t_set`.
    private long word(MachineAccess a, long now) {
        int hops = hops(a.pe, a.region, a.offset);
        long line = costs.write(place(a.offset), hops);
        if (!isOnChip(a.offset)) {
            return changed(a, now + noisy(a.pe, a.offset, 1, costs.memory.put() + line), hops);
        }
        long at = now + costs.chip.put() + costs.read(costs.chip, 1);
        long after = noisy(a.pe, a.offset, 1, line);
        if (a.region == a.pe) return changed(a, at + after, hops); // a core's writes to its own buffer do not queue
        return queue(a, after, at);
    }

    /// Cores have no atomic memory operations. A register of the owner's tile locks the memory, and the next PE waits
    /// until the release has arrived.
    private long atomic(MachineAccess a, long now) {
        int hops = mesh.hops(routers[a.pe], routers[a.region]);
        long way = hops * costs.hop;
        long lock = costs.chip.read() + 2 * way;
        MeshCosts.Place place = place(a.offset);
        int there = hops(a.pe, a.region, a.offset);
        long both = costs.read(place, there) + costs.write(place, there);
        long all = noisy(a.pe, a.offset, 2, 2 * lock + both);
        long start = locks[a.region].enter(now, all - way);
        if (!isOnChip(a.offset) || a.region == a.pe) return changed(a, start + all, hops);
        return queue(a, all - lock, start + lock);
    }

    // ranges

    /// A put, a get or a copy. The private side of a put costs nothing, and that of a get `w_warm` a line.
    private long copy(MachineAccess a, long now) {
        int source = a.kind == AccessKind.PUT ? a.pe : a.from();
        int target = a.kind == AccessKind.GET ? a.pe : a.region;
        boolean fromChip = readsChip(a);
        boolean toChip = a.to() >= 0 && isOnChip(a.offset);
        boolean fromOwn = source == a.pe;
        boolean toOwn = target == a.pe;
        long m = lines(a);
        long all = a.from() < 0 ? 0 : read(a.pe, source, a.fromOffset(), a.bytes, m);
        all += a.to() < 0 ? m * costs.warmLine : write(a.pe, target, a.offset, a.bytes, m);
        boolean get = toOwn && (!fromOwn || fromChip && !toChip);
        MeshCosts.Place by = toChip && fromChip ? costs.chip : costs.memory;
        long call = get ? by.get() : by.put();
        if (!toChip && !fromChip && toOwn && fromOwn) call = 0;
        if (get && !toChip && a.to() >= 0) cached(a.pe, a.offset, a.bytes); // the copy has loaded each line first
        boolean queues = costs.ports && (fromChip || toChip && !toOwn);
        return queues ? queue(a, all, now + call) : changed(a, now + call + all, acknowledged(a));
    }

    /// Direct loads or stores: lines of a buffer as operands (K, section IV-D), or own memory through the cache.
    /// Declared computation contains the cost of lines in the first-level cache, and of stores to cached lines.
    private long direct(MachineAccess a) {
        long m = lines(a.offset, a.bytes);
        boolean own = a.region == a.pe;
        int hops = hops(a.pe, a.region, a.offset);
        if (isOnChip(a.offset)) {
            return m * (own && !costs.bug ? costs.directOwnLine : costs.directLine + 2L * hops * costs.hop);
        }
        if (a.kind == AccessKind.READ) return read(a.pe, a.region, a.offset, a.bytes, m);
        if (own) m -= held(a.pe, a.offset, a.bytes);
        return noisy(a.pe, a.offset, m, m * costs.write(costs.memory, hops));
    }

    /// A single step, because no other core reads this cache.
    private long compute(MachineAccess a, long now) {
        var computation = cores.compute(a.pe, a.work);
        caches[a.pe].displace(computation.footprint() / line());
        return Picos.plus(now, computation.busy());
    }

    @Override
    public int writer(int region, long offset) {
        return (int) writers.get(key(region, offset));
    }

    @Override
    public void place(int region, long offset, long bytes, int holder) {
        if (isOnChip(offset)) return;
        if (holder < 0) caches[region].drop(index(offset), lines(offset, bytes));
        else if (holder == region) cached(region, offset, bytes);
    }
}
