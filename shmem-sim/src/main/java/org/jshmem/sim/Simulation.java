// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.PeerFailedException;
import org.jshmem.runtime.PeBinding;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.check.ComputeMeter;
import org.jshmem.sim.check.CopiesInFlight;
import org.jshmem.sim.check.RaceDetector;
import org.jshmem.sim.check.RaceReports;
import org.jshmem.sim.check.TimePerCall;
import org.jshmem.sim.check.TraceHash;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CallCosts;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Jitter;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.PeBody;
import org.jshmem.spi.ProgramFrames;
import org.jshmem.trace.Recording;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// One run of one job in virtual time: the PEs' memory, the machine's state, and the results.
///
/// ```java
/// try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), 60, 1 << 20))) {
///     sim.run(transport -> program(transport));
///     System.out.println(sim.picos() + " ps");
/// }
/// ```
public final class Simulation implements AutoCloseable {
    // All PEs share these fields. Only the PE that has the engine's turn touches them, so they need no locks.

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    final JobSpec job;
    final SimKernel kernel;
    final CallCosts calls;
    final CostModel costs;
    final SparseRegions regions;
    final List<MemorySpace> spaces;
    final Topology topology;

    /// By region: the waits for its bytes that have looked in vain.
    final List<List<WaitUntil>> waits = new ArrayList<>();

    final RaceReports reports;
    final TimePerCall times;

    final ComputeMeter meter;

    /// Puts that arrive late; null unless the job asks for it.
    final LatePuts late;

    /// The checks of all accesses.
    final AccessListener[] listeners;

    /// Whether PEs issue operations and go on. Checks and meters need each operation at its call.
    final boolean issues;

    private final TraceHash hash;
    private final SimTransport[] transports;
    private volatile JobOutcome failure; // the thread that runs the simulation reads it too
    /// The watch over PEs whose virtual time stands still, or that outlive a failure.
    final Watchdog watch = new Watchdog(this);
    String timeout; // the positions of the other PEs at the first timeout; null for none

    /// A simulation that is ready to run: all PEs start at time 0, later with noise, and all memory is zero.
    public Simulation(JobSpec job) {
        this.job = job;
        int npes = job.npes;
        Machine machine = job.machine.checked();
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
        Jitter jitter = job.seed == null ? Jitter.none() : Jitter.of(job.seed, npes);
        Placement placement = machine.place(npes);
        topology = TransportView.topology(machine, placement, npes);
        spaces = TransportView.spaces(architecture.spaces(machine), job.regionBytes);
        regions = new SparseRegions(
                npes, spaces.getLast().offset() + spaces.getLast().bytes());
        calls = architecture.calls(machine);
        var setup = new SimulationSetup(machine, npes, placement, regions.regionBytes, jitter);
        costs = architecture.costs(setup);
        reports = new RaceReports();
        times = new TimePerCall(npes, kernel::now);
        hash = new TraceHash(npes);
        meter = new ComputeMeter(kernel, times, kernel.threads::cpuNanos, job.measured, npes);
        late = job.latePuts ? new LatePuts(this) : null;
        RaceDetector detector = job.races ? new RaceDetector(reports, spaces, npes, kernel::now) : null;
        issues = job.issues && late == null && detector == null && job.measured == 0;
        CopiesInFlight copies = job.races ? null : new CopiesInFlight(reports, costs, npes);
        listeners = Stream.of(copies, late, detector).filter(Objects::nonNull).toArray(AccessListener[]::new);
        transports = new SimTransport[npes];
        for (int pe = 0; pe < npes; pe++) {
            kernel.advance(pe, jitter.skew(pe, architecture.skew(machine)));
            waits.add(new ArrayList<>(0));
            transports[pe] = new SimTransport(this, pe);
        }
    }

    /// Runs `body` once per PE and returns when all have ended. An exception of a body ends the job: see [#failure]. A
    /// PE that goes on after that is interrupted and left behind, and the memory stays, as that PE may use it.
    public void run(Consumer<SimTransport> body) {
        try {
            kernel.run(
                    pe -> {
                        try {
                            body.accept(transports[pe]);
                            transports[pe].drain();
                        } catch (JobEnd e) {
                            // the job has ended, and this PE ends with it
                        } catch (Throwable e) {
                            fail(pe, 1, e);
                        }
                    },
                    watch);
            if (watch.left >= 0) kernel.threads.thread(watch.left).interrupt();
        } catch (InterruptedException e) {
            endPes();
            Thread.currentThread().interrupt();
        }
    }

    /// Ends the PEs after an interrupt of the thread that runs the simulation: they must not outlive it, because their
    /// memory is freed.
    private void endPes() {
        try {
            kernel.stop(pe -> {
                throw new IllegalStateException("PE %d/%d: the simulation was interrupted".formatted(pe, job.npes));
            });
            kernel.threads.awaitOver(PATIENCE);
        } catch (InterruptedException again) {
            // a second interrupt: close() leaves the memory to PEs that still run
        }
    }

    /// Runs `body` as [#run] does, and throws the exception of the first failed PE: for tests and measurements.
    public void runOrThrow(Consumer<SimTransport> body) {
        run(body);
        rethrow();
    }

    /// Throws the exception of the first failed PE, or an exception for a `globalExit` with a status other than 0.
    public void rethrow() {
        if (failure == null || failure.why() == null && failure.status() == 0) return;
        if (failure.why() == null) {
            throw new IllegalStateException(
                    "the job was ended by globalExit(%d) of PE %d".formatted(failure.status(), failure.pe()));
        }
        if (failure.why() instanceof Error e) throw e;
        if (failure.why() instanceof RuntimeException e) throw e;
        throw new IllegalStateException("PE " + failure.pe() + "/" + job.npes + " failed", failure.why());
    }

    /// Runs `main` once per PE. Each PE has a binding, by which `Shmem.init` and `Shmem.run` find their PE.
    public void runProgram(PeBody main) {
        run(transport -> {
            try {
                PeBinding.call(recorded(transport), () -> {
                    main.run(transport.pe());
                    return null;
                });
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Exception e) {
                throw transport.abort(1, e);
            }
        });
    }

    private Transport recorded(SimTransport transport) {
        return job.trace == null ? transport : Recording.of(transport, transport::nanos, job.trace);
    }

    /// Ends the job because a PE failed or called `globalExit`. Only the first call counts.
    void fail(int pe, int status, Throwable cause) {
        if (failure != null) return;
        failure = new JobOutcome(status, pe, cause);
        kernel.stop(other -> {
            if (cause == null) throw new JobEnd(status, pe, null);
            throw new PeerFailedException(
                    "PE %d/%d: stopped because PE %d failed with %s; see the message of that PE"
                            .formatted(other, job.npes, pe, cause),
                    pe,
                    status);
        });
    }

    /// The transport of a PE.
    public SimTransport transport(int pe) {
        return transports[pe];
    }

    /// The first failure of a PE, without an exception if the program called `globalExit`; null if all PEs ended well.
    public JobOutcome failure() {
        return failure;
    }

    /// The number of PEs.
    public int npes() {
        return job.npes;
    }

    /// A PE's clock in picoseconds; after the run, the time of its end.
    public long picos(int pe) {
        transports[pe].drain();
        return kernel.now(pe);
    }

    /// The time that a PE has waited for others so far, in picoseconds.
    public long waited(int pe) {
        return times.spent(pe, AccessKind.WAIT);
    }

    /// The latest clock in picoseconds.
    public long picos() {
        return IntStream.range(0, job.npes).mapToLong(kernel::now).max().orElseThrow();
    }

    /// A hash of all operations, as [TraceHash] has it.
    public long traceHash() {
        return hash.value();
    }

    /// The number of operations so far; waits and sleeps do not count.
    public long operations() {
        return hash.operations();
    }

    /// The reports of the run: conflicting accesses, lost updates, stale reads, reads that miss a put, and changed
    /// sources of non-blocking puts.
    public List<String> races() {
        return reports.all();
    }

    /// Puts a range of a PE's region into the cache of `holder` alone, or into memory alone for -1. Measurements set
    /// cache states in this way.
    public void force(int pe, long offset, long bytes, int holder) {
        drain();
        costs.place(pe, offset, bytes, holder);
    }

    private void drain() {
        int pe = kernel.threads.running();
        if (pe >= 0) transports[pe].drain();
    }

    /// The present line of a PE in the program, as ` at Halo.java:12`. Any thread may call.
    String where(int pe) {
        String line = ProgramFrames.line(kernel.threads.thread(pe).getStackTrace());
        return line.isEmpty() ? "" : " at " + line;
    }

    /// An access has its cost: the accounts and the listeners observe it, and PEs that wait for its bytes can notice
    /// it.
    void happened(MachineAccess a) {
        times.access(a);
        hash.access(a);
        for (AccessListener each : listeners) each.access(a);
        if (a.kind.changes()) changed(a.region, a.offset, a.offset + a.bytes, a.seen);
    }

    /// Wakes the PEs that wait for changed bytes, at the time `seen` at which they can notice the change.
    void changed(int region, long from, long to, long seen) {
        List<WaitUntil> there = waits.get(region);
        for (int i = 0; i < there.size(); i++) there.get(i).changed(from, to, seen);
    }

    /// A PE has spent the time from `start` until now.
    void passed(int pe, AccessKind kind, long start) {
        times.passed(pe, kind, start, kernel.now(pe));
        hash.passed(pe, kind, start);
    }

    /// Frees the memory; its addresses are invalid from now on. If PEs still run, in code of their own that no
    /// interrupt ends, the memory stays.
    @Override
    public void close() {
        if (kernel.threads.isOver()) regions.close();
    }
}
