// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jshmem.PeerFailedException;
import org.jshmem.sim.check.ComputeMeter;
import org.jshmem.sim.check.CopiesInFlight;
import org.jshmem.sim.check.RaceDetector;
import org.jshmem.sim.check.RaceReports;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Jitter;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.memory.SimMemory;
import org.jshmem.spi.JobOutcome;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;

/// The parts of a simulated job that all its PEs use: time, memory, checks, and the end of the job.
final class SimJob {
    // Only the PE that has the kernel's turn touches these fields, so they need no locks.

    final JobSpec spec;
    final SimKernel kernel;
    final SimMemory memory;
    final List<MemorySpace> spaces;
    final Topology topology;
    final RaceReports reports = new RaceReports();
    final ComputeMeter meter;

    /// Puts that arrive late; null unless the job asks for it.
    final LatePuts late;

    /// Whether PEs issue operations and go on. Checks and meters need each operation at its call.
    final boolean issues;

    String timeout; // the positions of the other PEs at the first timeout; null for none
    private volatile JobOutcome failure; // the thread that runs the simulation reads it too

    /// A job at virtual time 0, later on machines whose PEs start with noise.
    SimJob(JobSpec spec) {
        this.spec = spec;
        int npes = spec.npes;
        Machine machine = spec.machine.checked();
        Architecture architecture = machine.architecture();
        int most = architecture.mostPes(machine);
        if (npes < 1 || npes > most) {
            String more = architecture.symbols().stream()
                    .findFirst()
                    .map(symbol -> "; --set " + symbol.name() + "=N makes a larger one of its kind")
                    .orElse("");
            throw new IllegalArgumentException(
                    "machine %s runs 1 to %d PEs, not %d%s".formatted(machine.name(), most, npes, more));
        }
        kernel = new SimKernel(npes);
        Jitter jitter = new Jitter(spec.seed, npes);
        for (int pe = 0; pe < npes; pe++) kernel.advance(pe, jitter.skew(pe, architecture.skew(machine)));
        Placement placement = machine.place(npes);
        topology = topology(machine, placement, npes);
        spaces = spaces(architecture.spaces(machine), spec.regionBytes);
        long bytes = Shape.pages(spaces.getLast().offset() + spaces.getLast().bytes());
        CostModel costs = architecture.costs(new SimulationSetup(machine, npes, placement, bytes, jitter, kernel::at));
        memory = new SimMemory(kernel, architecture.calls(machine), costs, reports.names, npes, bytes);
        meter = new ComputeMeter(kernel, memory.times, kernel.threads::cpuNanos, spec.measured, npes);
        late = spec.latePuts ? new LatePuts(this) : null;
        RaceDetector detector = spec.races ? new RaceDetector(reports, spaces, npes, kernel::now) : null;
        CopiesInFlight copies = spec.races ? null : new CopiesInFlight(reports, costs, npes);
        memory.observedBy(
                Stream.of(copies, late, detector).filter(Objects::nonNull).toList());
        issues = spec.issues && late == null && detector == null && spec.measured == 0;
    }

    /// One JVM, and a core for each PE; hosts are numbered in the order of their first PEs.
    private static Topology topology(Machine machine, Placement placement, int npes) {
        Map<Integer, Integer> numbers = new HashMap<>(); // of hosts that have PEs
        int[] hosts = new int[npes];
        for (int pe = 0; pe < npes; pe++) {
            int host = machine.architecture().host(machine, placement.core(pe));
            hosts[pe] = numbers.computeIfAbsent(host, _ -> numbers.size());
        }
        int[] cores = new int[numbers.size()];
        for (int host : hosts) cores[host]++;
        return new Topology(hosts, new int[npes], cores);
    }

    /// The memories one after the other: the first has `bytes`, rounded up to whole pages with those of fixed size.
    private static List<MemorySpace> spaces(List<MemorySpace> spaces, long bytes) {
        long small = spaces.stream().mapToLong(MemorySpace::bytes).sum();
        long chosen = Shape.pages(bytes + small) - small;
        List<MemorySpace> found = new ArrayList<>();
        long offset = 0;
        for (MemorySpace space : spaces) {
            long size = space.bytes() == 0 ? chosen : space.bytes();
            found.add(new MemorySpace(space.name(), offset, size, space.line(), space.reach(), space.coherent()));
            offset += size;
        }
        return List.copyOf(found);
    }

    int npes() {
        return spec.npes;
    }

    /// Ends the job because a PE failed or called `globalExit`. Only the first call counts.
    void fail(int pe, int status, Throwable cause) {
        if (failure != null) return;
        failure = new JobOutcome(status, pe, cause);
        kernel.stop(other -> {
            if (cause == null) throw new JobEnd(status, pe, null);
            throw new PeerFailedException(
                    "PE %d/%d: stopped because PE %d failed with %s; see the message of that PE"
                            .formatted(other, npes(), pe, cause),
                    pe,
                    status);
        });
    }

    /// The first failure of a PE, without an exception if the program called `globalExit`; null for none.
    JobOutcome failure() {
        return failure;
    }
}
