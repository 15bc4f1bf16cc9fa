// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jshmem.PeerFailedException;
import org.jshmem.runtime.Binding;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.model.Architecture;
import org.jshmem.sim.model.CallCosts;
import org.jshmem.sim.model.Jitter;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineSpace;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.start.ProgramFrames;
import org.jshmem.trace.Recording;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;

/// One run of one job in virtual time: the PEs' memory, the machine's state, and what came of it.
///
/// ```java
/// try (Simulation sim = new Simulation(Job.of(Machine.named("knc"), 60, 1 << 20))) {
///     sim.run(transport -> program(transport));
///     System.out.println(sim.picos() + " ps");
/// }
/// ```
public final class Simulation implements AutoCloseable {
    // What all PEs share. Only the PE that has the engine's turn touches it, so it needs no locks.

    /// How a PE failed.
    ///
    /// @param pe which
    /// @param status the job's exit status because of it
    /// @param cause what it threw, null where the program asked for the end
    public record Failure(int pe, int status, Throwable cause) {}

    /// What every PE runs as a program.
    @FunctionalInterface
    public interface PeMain {
        /// Runs as one PE.
        void run() throws Exception;
    }

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    final SimulationSpec job;
    final Engine engine;
    final CallCosts calls;
    final MemorySystem memory;
    final Processor processor;
    final Regions regions;
    final List<MemorySpace> spaces;
    final Topology topology;
    final SymmetricObjects objects = new SymmetricObjects();
    final Races races;
    final Pollers pollers;

    /// What an adversary holds back; null where there is none.
    final DelayedPuts delayed;

    /// What holds all accesses against each other; null where nobody asks for it.
    final Conflicts conflicts;

    private final TimeAccount spent;

    /// What measures computation; null where programs declare it.
    final Meter meter;

    private final SimTransport[] transports;
    private long hash = 0xcbf29ce484222325L;
    private long operations;
    private Failure failure;

    /// Ready to run, all PEs at time 0 and all memory zero.
    public Simulation(SimulationSpec job) {
        this.job = job;
        int npes = job.npes();
        Architecture architecture = job.machine().architecture();
        int most = architecture.mostPes(job.machine());
        if (npes < 1 || npes > most) {
            String more = architecture.more(job.machine());
            throw new IllegalArgumentException("machine %s runs 1 to %d PEs, not %d%s"
                    .formatted(job.machine().name(), most, npes, more.isEmpty() ? "" : "; " + more));
        }
        engine = new Engine(npes);
        Jitter jitter = job.seed().isPresent() ? Jitter.of(job.seed().getAsLong(), npes) : Jitter.none();
        Placement placement = job.machine().place(npes);
        topology = topology(job.machine(), placement, npes);
        List<MachineSpace> machineSpaces = architecture.spaces(job.machine());
        long small = 0;
        for (MachineSpace space : machineSpaces) small += space.bytes();
        regions = new Regions(npes, job.regionBytes() + small);
        spaces = memorySpaces(machineSpaces, regions.regionBytes(), small);
        SimulationSetup setup = new SimulationSetup(
                job.machine(), npes, placement, regions.regionBytes(), jitter, new EngineTurns(engine, npes));
        calls = architecture.calls(job.machine());
        memory = architecture.memory(setup);
        processor = architecture.processor(setup, memory);
        races = new Races(objects, npes, job.lines());
        delayed = job.delayed() ? new DelayedPuts(this) : null;
        conflicts = job.races() ? new Conflicts(this, npes) : null;
        pollers = new Pollers(engine, memory, npes);
        spent = new TimeAccount(engine, npes);
        meter = job.measured() == 0 ? null : new Meter(engine, spent, engine::cpuNanos, job.measured(), npes);
        transports = new SimTransport[npes];
        for (int pe = 0; pe < npes; pe++) {
            engine.advance(pe, jitter.skew(pe, architecture.skew(job.machine())));
            transports[pe] = new SimTransport(this, pe);
        }
    }

    /// One JVM, and a core for each PE; hosts are numbered in the order of their first PEs.
    private static Topology topology(Machine machine, Placement placement, int npes) {
        Map<Integer, Integer> numbers = new HashMap<>(); // of hosts that have PEs
        int[] hosts = new int[npes];
        for (int pe = 0; pe < npes; pe++) {
            int host = machine.architecture().host(machine, placement.core(pe));
            Integer known = numbers.putIfAbsent(host, numbers.size());
            hosts[pe] = known == null ? numbers.size() - 1 : known;
        }
        int[] cores = new int[numbers.size()];
        for (int host : hosts) cores[host]++;
        return new Topology(hosts, new int[npes], cores);
    }

    /// The machine's memories one after the other: what the job asked for, then those of a size of their own.
    private static List<MemorySpace> memorySpaces(List<MachineSpace> spaces, long regionBytes, long small) {
        List<MemorySpace> found = new ArrayList<>();
        long offset = 0;
        for (MachineSpace space : spaces) {
            long bytes = space.bytes() == 0 ? regionBytes - small : space.bytes();
            Reach reach = space.remote() == MachineSpace.Remote.LOAD_STORE ? Reach.LOAD_STORE : Reach.RMA;
            found.add(new MemorySpace(space.name(), offset, bytes, space.line(), reach, space.coherent()));
            offset += bytes;
        }
        return List.copyOf(found);
    }

    /// Runs `body` once per PE and returns when all have ended. What a body throws ends the job: see [#failure].
    public void run(Consumer<SimTransport> body) {
        try {
            engine.run(pe -> {
                try {
                    body.accept(transports[pe]);
                } catch (JobEnd e) {
                    // the job is over and this PE with it
                } catch (Throwable e) {
                    fail(pe, 1, e);
                }
            });
        } catch (InterruptedException e) {
            endPes();
            Thread.currentThread().interrupt();
        }
    }

    /// The thread that runs the simulation was interrupted: its PEs must not outlive it, their memory goes with it.
    private void endPes() {
        try {
            engine.interrupt(
                    pe -> {
                        throw new IllegalStateException(
                                "PE %d/%d: the simulation was interrupted".formatted(pe, job.npes()));
                    },
                    PATIENCE);
        } catch (InterruptedException again) {
            // impatient: close() leaves the memory to PEs that still run
        }
    }

    /// Runs `body` as [#run] and throws what the first failing PE threw: for tests and measurements.
    public void runOrThrow(Consumer<SimTransport> body) {
        run(body);
        rethrow();
    }

    /// Throws what the first failing PE threw.
    public void rethrow() {
        if (failure == null || failure.cause == null && failure.status == 0) return;
        if (failure.cause == null) {
            throw new IllegalStateException(
                    "the job was ended by globalExit(%d) of PE %d".formatted(failure.status, failure.pe));
        }
        if (failure.cause instanceof Error e) throw e;
        if (failure.cause instanceof RuntimeException e) throw e;
        throw new IllegalStateException("PE " + failure.pe + "/" + job.npes() + " failed", failure.cause);
    }

    /// Runs `main` once per PE, each bound so that `Shmem.init` and `Shmem.run` find it.
    public void runProgram(PeMain main) {
        run(transport -> {
            try {
                Binding.call(recorded(transport), () -> {
                    main.run();
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
        return job.trace().map(file -> Recording.of(transport, file)).orElse(transport);
    }

    /// Ends the job because a PE failed or asked for it. The first one counts.
    void fail(int pe, int status, Throwable cause) {
        if (failure != null) return;
        failure = new Failure(pe, status, cause);
        engine.stop(other -> {
            if (cause == null) throw new JobEnd(status, pe, null);
            throw new PeerFailedException(
                    "PE %d/%d: stopped because PE %d failed with %s; see the message of that PE"
                            .formatted(other, job.npes(), pe, cause),
                    pe,
                    status);
        });
    }

    /// A PE's way into the simulation.
    public SimTransport transport(int pe) {
        return transports[pe];
    }

    /// Who failed first; null when all ended well.
    public Failure failure() {
        return failure;
    }

    /// How many PEs it has.
    public int npes() {
        return job.npes();
    }

    /// A PE's clock in picoseconds: after the run, when it ended.
    public long picos(int pe) {
        return engine.now(pe);
    }

    /// How long a PE has waited for others so far, in picoseconds.
    public long waited(int pe) {
        return spent.waiting(pe);
    }

    /// The latest clock in picoseconds.
    public long picos() {
        long latest = 0;
        for (int pe = 0; pe < job.npes(); pe++) latest = Math.max(latest, engine.now(pe));
        return latest;
    }

    /// A hash of who did what when and where: equal for equal input on any host.
    public long traceHash() {
        return hash;
    }

    /// Priced operations so far: waits and sleeps are none.
    public long operations() {
        return operations;
    }

    /// Conflicting accesses, lost updates, stale reads, and reads that miss a put, in words.
    public List<String> races() {
        return races.reports();
    }

    /// Puts a range of a PE's region into `holder`'s cache alone: states are forced before a measurement.
    public void force(int pe, long offset, long bytes, int holder) {
        memory.force(pe, offset, bytes, holder);
    }

    /// Puts a range of a PE's region into memory alone.
    public void flush(int pe, long offset, long bytes) {
        memory.flush(pe, offset, bytes);
    }

    /// Where in the program a PE is, ` at Halo.java:12`, seen from any thread.
    String where(int pe) {
        for (StackTraceElement frame : engine.thread(pe).getStackTrace()) {
            boolean program = !ProgramFrames.isLibrary(frame.getClassName());
            if (program) return " at " + frame.getFileName() + ":" + frame.getLineNumber();
        }
        return "";
    }

    /// Where the PEs' virtual time went.
    TimeAccount spent() {
        return spent;
    }

    /// Enters one thing into hash and accounts.
    void note(int pe, Activity event, int region, long offset, long bytes, long from, long to) {
        if (event.isPriced()) operations++;
        spent.add(pe, event, bytes, to - from);
        long h = hash;
        h = (h ^ (from << 12 | pe)) * 0x9e3779b97f4a7c15L;
        h = (h ^ (offset << 16 | (long) (region + 1) << 4 | event.ordinal())) * 0xc2b2ae3d27d4eb4fL;
        hash = h ^ h >>> 29;
        if (meter != null) meter.go(pe);
    }

    /// Gives the memory back; its addresses are dead from now on. PEs that still run, in code of their own that no
    /// interrupt ends, keep theirs.
    @Override
    public void close() {
        if (engine.isOver()) regions.close();
    }
}
