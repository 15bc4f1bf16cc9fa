// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.jshmem.sim.cores.ScalarCores;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.model.Jitter;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Steps;
import org.jshmem.sim.parts.FifoServer;
import org.jshmem.sim.parts.TimeOrder;

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
/// of a line that is not in the cache goes to memory. A write arrives d hops before its acknowledgement has returned:
/// others see it then (eqs 1, 4, 9, 10).
public final class MeshMemory extends MemorySystem implements ScalarCores.Backing {
    /// Off: everything is one hop away.
    public static final Mechanism DISTANCE = new Mechanism("distance", "everything is one hop away");

    /// Off: a buffer serves any number of cores at once.
    public static final Mechanism PORT = new Mechanism("port", "an on-chip buffer serves any number of cores at once");

    /// Off: a buffer serves cores in the order of their requests.
    public static final Mechanism ARBITRATION =
            new Mechanism("arbitration", "a buffer serves cores in the order of asking, wherever they are");

    /// Off: off-chip memory is never cached.
    public static final Mechanism CACHES = new Mechanism("caches", "each access off the chip goes there");

    /// Off: flags are free.
    public static final Mechanism FLAGS = new Mechanism("flags", "setting and polling a flag costs nothing");

    /// Off: a core loads its own buffer directly.
    public static final Mechanism ARBITER_BUG = new Mechanism(
            "arbiter-bug", "a core that uses its own buffer as an operand need not send packets to itself");

    private final MeshCosts costs;
    private final Mesh mesh;
    private final Placement placement;
    private final int line; // a power of two
    private final int shift;
    private final long chipFrom;
    private final boolean bug;
    private final Jitter jitter;
    private final BufferPorts ports;
    private final FifoServer[] locks; // each core's lock register for atomics
    private final MeshCaches[] caches; // of each core, for its own memory
    private final LastWriters writers;
    private final TimeOrder order = new TimeOrder();

    // the latest look of each PE: its end and its word
    private final long[] looked;
    private final long[] lookedAt;
    private final int[] lookedIn;

    /// A memory for one simulation; the on-chip buffer is the part of each region from `chipFrom` on.
    public MeshMemory(SimulationSetup setup, Mesh mesh, long chipFrom) {
        costs = new MeshCosts(setup.machine());
        this.mesh = mesh;
        this.chipFrom = chipFrom;
        placement = setup.placement();
        line = (int) setup.machine().value("line");
        shift = Integer.numberOfTrailingZeros(line);
        bug = setup.machine().has(ARBITER_BUG);
        jitter = setup.jitter();
        ports = new BufferPorts(setup, mesh);
        locks = FifoServer.several(setup.npes());
        caches = new MeshCaches[setup.npes()];
        writers = new LastWriters(setup.npes(), setup.regionBytes() / line);
        looked = new long[setup.npes()];
        lookedAt = new long[setup.npes()];
        lookedIn = new int[setup.npes()];
        Arrays.fill(lookedIn, -1);
        Arrays.setAll(caches, pe -> new MeshCaches(costs));
    }

    @Override
    public int line(long offset) {
        return line;
    }

    private long index(long offset) {
        return offset >>> shift;
    }

    private boolean isOnChip(long offset) {
        return offset >= chipFrom;
    }

    private long lines(long offset, long bytes) {
        return index(offset + bytes - 1) - index(offset) + 1;
    }

    private int hops(int pe, int region) {
        return mesh.hops(placement.core(pe), placement.core(region));
    }

    private int hopsToMemory(int pe, int region) {
        return mesh.hopsToMemory(placement.core(pe), placement.core(region));
    }

    /// Reads lines of own memory and returns the cost.
    private long cached(int pe, long offset, long bytes) {
        return caches[pe].read(index(offset), lines(offset, bytes), costs.memoryRead(hopsToMemory(pe, pe)));
    }

    /// Writes lines of own memory. Returns the number of those that were in the second-level cache.
    private long held(int pe, long offset, long bytes) {
        return caches[pe].write(index(offset), lines(offset, bytes));
    }

    /// The cost of `m` lines with the noise of each.
    private long noisy(int pe, long offset, long m, long cost) {
        return jitter.ofLines(pe, cost, isOnChip(offset) ? costs.sdChip : costs.sdMemory, m);
    }

    // words

    @Override
    public long load(int pe, int region, long offset, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        if (looked[pe] == now && lookedAt[pe] == offset && lookedIn[pe] == region) { // the value is in a register
            lookedIn[pe] = -1; // the next load may find another value
            return now;
        }
        if (isOnChip(offset) || region != pe) return now + noisy(pe, offset, 1, get(pe, region, offset));
        long missing = cached(pe, offset, 1);
        boolean inCache = costs.caches && missing <= costs.secondLine;
        return now + (inCache ? costs.load + missing : noisy(pe, offset, 1, missing));
    }

    /// A get of one word.
    private long get(int pe, int region, long offset) {
        if (isOnChip(offset)) return costs.getChip + costs.chip(hops(pe, region));
        return costs.getMemory + costs.memoryRead(hopsToMemory(pe, region));
    }

    @Override
    public long poll(int pe, int region, long offset, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        long done = now;
        if (costs.flagsCost) done += noisy(pe, offset, 1, get(pe, region, offset));
        looked[pe] = done;
        lookedAt[pe] = offset;
        lookedIn[pe] = region;
        return done;
    }

    @Override
    public boolean pollsInterfere() {
        return true;
    }

    @Override
    public long store(int pe, int region, long offset, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        if (isOnChip(offset) || region != pe) return word(pe, region, offset, now);
        writers.set(region, index(offset), pe);
        if (held(pe, offset, 1) == 1) return changed(now + costs.word, 0);
        int hops = hopsToMemory(pe, pe);
        return changed(now + noisy(pe, offset, 1, costs.memoryWrite(hops)), hops);
    }

    @Override
    public long flag(int pe, int region, long offset, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        if (costs.flagsCost) return word(pe, region, offset, now);
        writers.set(region, index(offset), pe);
        return changed(now, 0);
    }

    /// A put of one word. For a word on the chip this is eq. 7 with one line, `t_set`.
    private long word(int pe, int region, long offset, long now) {
        writers.set(region, index(offset), pe);
        if (!isOnChip(offset)) {
            int hops = hopsToMemory(pe, region);
            return changed(now + noisy(pe, offset, 1, costs.putMemory + costs.memoryWrite(hops)), hops);
        }
        int hops = hops(pe, region);
        long at = now + costs.putChip + costs.chip(1);
        LongUnaryOperator after = passed -> changed(passed + noisy(pe, offset, 1, costs.chip(hops)), hops);
        if (region == pe) return after.applyAsLong(at); // a core's writes to its own buffer do not queue
        return later(at, ports.move(pe, region, costs.portPut, 1, 0, after));
    }

    /// Cores have no atomic memory operations. A register of the owner's tile locks the memory, and the next PE waits
    /// until the release has arrived.
    @Override
    public long atomic(int pe, int region, long offset, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        writers.set(region, index(offset), pe);
        int hops = hops(pe, region);
        long way = hops * costs.hop;
        long lock = costs.testAndSet + 2 * way;
        long both = isOnChip(offset)
                ? 2 * costs.chip(hops)
                : costs.memoryRead(hopsToMemory(pe, region)) + costs.memoryWrite(hopsToMemory(pe, region));
        long all = noisy(pe, offset, 2, 2 * lock + both);
        long start = locks[region].enter(now, all - way);
        long done = start + all;
        if (!isOnChip(offset) || region == pe) return changed(done, hops);
        long at = start + lock;
        long service = costs.portGet + costs.portPut;
        return later(at, ports.move(pe, region, service, 1, 0, passed -> changed(done + passed - at, hops)));
    }

    private long changed(long done, int hops) {
        long arrived = done - hops * costs.hop;
        return changed(arrived, arrived, done);
    }

    // ranges

    @Override
    public Steps write(int pe, int region, long offset, long bytes, boolean call) {
        return steps(now -> firstWrite(pe, region, offset, bytes, call, now));
    }

    private long firstWrite(int pe, int region, long offset, long bytes, boolean call, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        long m = lines(offset, bytes);
        writers.set(region, index(offset), pe);
        if (!call) return changed(direct(pe, region, offset, bytes, now, true), 0);
        if (isOnChip(offset)) {
            int hops = hops(pe, region);
            long service = region == pe ? 0 : costs.portPut;
            long all = noisy(pe, offset, m, m * costs.chip(hops));
            return move(pe, region, service, m, all, now + costs.putMemory, done -> changed(done, hops));
        }
        if (region == pe) return changed(now + noisy(pe, offset, m, ownWrite(pe, offset, bytes)), 0);
        int hops = hopsToMemory(pe, region);
        return changed(now + costs.putMemory + noisy(pe, offset, m, m * costs.memoryWrite(hops)), hops);
    }

    @Override
    public Steps read(int pe, int region, long offset, long bytes, boolean call) {
        return steps(now -> firstRead(pe, region, offset, bytes, call, now));
    }

    private long firstRead(int pe, int region, long offset, long bytes, boolean call, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        long m = lines(offset, bytes);
        if (!call) return direct(pe, region, offset, bytes, now, false);
        if (isOnChip(offset)) {
            long each = costs.chip(hops(pe, region)) + costs.warmLine;
            return move(
                    pe, region, costs.portGet, m, noisy(pe, offset, m, m * each), now + costs.getMemory, done -> done);
        }
        if (region == pe) return now + noisy(pe, offset, m, cached(pe, offset, bytes)) + m * costs.warmLine;
        long read = noisy(pe, offset, m, m * costs.memoryRead(hopsToMemory(pe, region)));
        return now + costs.getMemory + read + m * costs.warmLine;
    }

    @Override
    public Steps copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes) {
        return steps(now -> firstCopy(pe, toRegion, to, fromRegion, from, bytes, now));
    }

    private long firstCopy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now) {
        assert order.holds(now) : "PE " + pe + " at " + now;
        long m = Math.max(lines(to, bytes), lines(from, bytes));
        boolean toChip = isOnChip(to);
        boolean fromChip = isOnChip(from);
        writers.set(toRegion, index(to), pe);
        long reads = fromChip
                ? m * costs.chip(hops(pe, fromRegion))
                : fromRegion == pe ? cached(pe, from, bytes) : m * costs.memoryRead(hopsToMemory(pe, fromRegion));
        long writes = toChip
                ? m * costs.chip(hops(pe, toRegion))
                : toRegion == pe ? ownWrite(pe, to, bytes) : m * costs.memoryWrite(hopsToMemory(pe, toRegion));
        boolean get = toRegion == pe && (fromRegion != pe || fromChip && !toChip);
        long call;
        if (toChip && fromChip) call = get ? costs.getChip : costs.putChip;
        else if (!toChip && !fromChip && toRegion == pe && fromRegion == pe) call = 0;
        else call = get ? costs.getMemory : costs.putMemory;
        int hops = toChip ? hops(pe, toRegion) : toRegion == pe ? 0 : hopsToMemory(pe, toRegion);
        int port = fromChip ? fromRegion : toRegion;
        long service = fromChip ? costs.portGet : toChip && toRegion != pe ? costs.portPut : 0;
        long all = noisy(pe, from, m, reads) + noisy(pe, to, m, writes);
        return move(pe, port, service, m, all, now + call, done -> changed(done, hops));
    }

    /// Moves lines through a port from `at` on; without `service` at once.
    private long move(int pe, int owner, long service, long lines, long all, long at, LongUnaryOperator after) {
        if (service == 0) return after.applyAsLong(at + all);
        return later(at, ports.move(pe, owner, service, lines, all, after));
    }

    /// The steps of an access: the first one, and the lines that then pass a port.
    private Steps steps(LongUnaryOperator first) {
        return new Steps() {
            private boolean begun;
            private Steps rest;

            @Override
            public long step(long now) {
                if (begun) return rest.step(now);
                begun = true;
                long next = first.applyAsLong(now);
                rest = MeshMemory.this.rest();
                return next;
            }

            @Override
            public boolean hasMore() {
                return rest != null && rest.hasMore();
            }
        };
    }

    private long ownWrite(int pe, long offset, long bytes) {
        long warm = held(pe, offset, bytes);
        long cold = lines(offset, bytes) - warm;
        return warm * costs.warmLine + cold * costs.memoryWrite(hopsToMemory(pe, pe));
    }

    /// Direct loads or stores: lines of a buffer as operands (K, section IV-D), or own memory through the cache.
    /// Declared computation contains the cost of lines in the first-level cache, and of stores to cached lines.
    private long direct(int pe, int region, long offset, long bytes, long now, boolean stores) {
        long m = lines(offset, bytes);
        if (isOnChip(offset)) {
            if (region == pe && !bug) return now + m * costs.directOwnLine;
            return now + m * (costs.directLine + 2L * hops(pe, region) * costs.hop);
        }
        int hops = hopsToMemory(pe, region);
        long each = stores ? costs.memoryWrite(hops) : costs.memoryRead(hops);
        if (region == pe && !stores) return now + noisy(pe, offset, m, cached(pe, offset, bytes));
        if (region == pe) m -= held(pe, offset, bytes);
        return now + noisy(pe, offset, m, m * each);
    }

    @Override
    public long stream(int pe, long read, long written) {
        int hops = hopsToMemory(pe, pe);
        double reads = (double) Math.ceilDiv(read, line) * costs.memoryRead(hops);
        double writes = (double) Math.ceilDiv(written, line) * costs.memoryWrite(hops);
        return Math.round(reads + writes);
    }

    /// A single step, because no other core reads this cache.
    @Override
    public Steps computation(int pe, long busy, long footprint) {
        return Steps.once(now -> {
            caches[pe].displace(footprint / line);
            return Picos.plus(now, busy);
        });
    }

    @Override
    public int writer(int region, long offset) {
        return writers.of(region, index(offset));
    }

    @Override
    public void force(int region, long offset, long bytes, int holder) {
        if (!isOnChip(offset) && holder == region) cached(region, offset, bytes);
    }

    @Override
    public void flush(int region, long offset, long bytes) {
        if (isOnChip(offset)) return;
        caches[region].drop(index(offset), lines(offset, bytes));
    }
}
