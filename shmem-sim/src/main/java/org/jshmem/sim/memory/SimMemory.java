// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.check.SymbolNames;
import org.jshmem.sim.check.TimePerCall;
import org.jshmem.sim.check.TraceHash;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.CallCosts;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.SimKernel;

/// The memory of all PEs of a job: the bytes, the costs of accesses, the accounts and the listeners that observe them,
/// and the waits for changes.
///
/// All PEs share this object. Only steps and the PE that has the kernel's turn touch it, so it needs no lock.
public final class SimMemory implements AutoCloseable {
    /// The costs of accesses.
    public final CostModel costs;

    /// The costs of calls.
    public final CallCosts calls;

    /// The account of the PEs' time.
    public final TimePerCall times;

    /// The hash of all operations.
    public final TraceHash hash;

    final SimKernel kernel;
    final SymbolNames names;
    private final SparseRegions regions;
    private final List<List<MemoryWatch>> waits = new ArrayList<>(); // by region, those that have looked in vain
    private AccessListener[] listeners = {};

    /// A memory of zeroes for `npes` PEs, each with a region of this number of bytes, in whole pages. Reports of waits
    /// use `names`.
    public SimMemory(SimKernel kernel, CallCosts calls, CostModel costs, SymbolNames names, int npes, long bytes) {
        this.kernel = kernel;
        this.calls = calls;
        this.costs = costs;
        this.names = names;
        regions = new SparseRegions(npes, bytes);
        times = new TimePerCall(npes, kernel::now);
        hash = new TraceHash(npes);
        for (int pe = 0; pe < npes; pe++) waits.add(new ArrayList<>(0));
    }

    /// Lets these listeners observe all operations.
    public void observedBy(List<AccessListener> all) {
        listeners = all.toArray(AccessListener[]::new);
    }

    /// The bytes of each region.
    public long regionBytes() {
        return regions.regionBytes;
    }

    /// The address of a byte.
    public long address(int pe, long offset) {
        return regions.address(pe, offset);
    }

    /// Zeroes bytes, which are in no cache then, at no cost.
    public void zero(int pe, long offset, long bytes) {
        regions.zero(pe, offset, bytes);
        costs.place(pe, offset, bytes, -1);
    }

    /// An access of several lines begins.
    void begins(MachineAccess a, long start) {
        if (a.bytes <= costs.line()) return;
        for (AccessListener each : listeners) each.begins(a, start);
    }

    /// An access has its cost, and its bytes are about to move: the accounts and the listeners observe it.
    void happened(MachineAccess a, long start, long end) {
        times.add(a.pe, a.kind, a.bytes, end - start);
        hash.access(a, start);
        for (AccessListener each : listeners) each.access(a, start, end);
    }

    /// Wakes the PEs that wait for changed bytes, at the time `seen` from which they can notice the change.
    public void changed(int region, long from, long to, long seen) {
        List<MemoryWatch> there = waits.get(region);
        for (int i = 0; i < there.size(); i++) there.get(i).changed(from, to, seen);
    }

    /// A PE has spent time on an operation that is no access.
    public void passed(int pe, AccessKind kind, long start, long end) {
        times.add(pe, kind, 0, end - start);
        hash.passed(pe, kind, start);
    }

    /// A PE has received a value of these bytes by an atomic operation.
    public void acquired(int pe, int region, long from, long to) {
        for (AccessListener each : listeners) each.acquired(pe, region, from, to);
    }

    /// A PE accesses an element of its own, by a load or store that has no cost of its own.
    public void own(int pe, AccessKind kind, long from, long to) {
        for (AccessListener each : listeners) each.own(pe, kind, from, to);
    }

    /// A PE begins to watch a word that it waits for.
    void watched(MemoryWatch wait, long now) {
        for (AccessListener each : listeners) {
            each.watched(wait.pe, wait.target, wait.offset, wait.end(), now);
        }
    }

    /// The present wait of a PE for bytes of its own, in words; null if it has none that has looked in vain.
    public String waiting(int pe) {
        String text = null;
        for (MemoryWatch each : waits.get(pe)) if (each.pe == pe) text = each.describe();
        return text;
    }

    /// The waits for bytes of a region, which have looked in vain.
    public List<MemoryWatch> waits(int region) {
        return waits.get(region);
    }

    /// Frees the memory; its addresses are invalid from now on.
    @Override
    public void close() {
        regions.close();
    }
}
