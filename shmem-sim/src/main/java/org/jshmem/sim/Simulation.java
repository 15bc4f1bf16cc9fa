// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.List;
import java.util.function.Consumer;
import org.jshmem.PeerFailedException;
import org.jshmem.runtime.Binding;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.machine.Computing;
import org.jshmem.sim.machine.Directory;
import org.jshmem.sim.machine.Jitter;
import org.jshmem.sim.machine.Prices;
import org.jshmem.transport.JobEnd;

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

    final Job job;
    final Engine engine;
    final Prices prices;
    final Directory directory;
    final Computing computing;
    final Regions regions;
    final Races races = new Races();
    final Pollers pollers;
    private final SimTransport[] transports;
    private final Trace trace;
    private long hash = 0xcbf29ce484222325L;
    private long operations;
    private Failure failure;

    /// Ready to run, all PEs at time 0 and all memory zero.
    public Simulation(Job job) {
        this.job = job;
        int npes = job.npes();
        int most = (int) (job.machine().value("cores") * job.machine().value("threads"));
        if (npes < 1 || npes > most) {
            throw new IllegalArgumentException(
                    "sim: machine " + job.machine().name() + " runs 1 to " + most + " PEs, got npes=" + npes);
        }
        prices = new Prices(job.machine());
        engine = new Engine(npes);
        Jitter jitter = job.seed().isPresent() ? Jitter.of(job.seed().getAsLong(), npes) : Jitter.none();
        regions = new Regions(npes, job.regionBytes());
        directory = new Directory(prices, jitter, npes, regions.regionBytes());
        computing = new Computing(prices, npes);
        pollers = new Pollers(engine, npes);
        transports = new SimTransport[npes];
        for (int pe = 0; pe < npes; pe++) {
            engine.advance(pe, jitter.skew(pe, Math.round(job.machine().value("R_R") * 1000)));
            transports[pe] = new SimTransport(this, pe);
        }
        trace = job.trace()
                .map(file -> new Trace(file, job.machine().name(), npes))
                .orElse(null);
    }

    /// Runs `body` once per PE and returns when all have ended. What a body throws ends the job: see [#failure].
    public void run(Consumer<SimTransport> body) {
        try {
            engine.run(Thread.ofVirtual(), pe -> {
                try {
                    body.accept(transports[pe]);
                } catch (JobEnd e) {
                    // the job is over and this PE with it
                } catch (Throwable e) {
                    fail(pe, 1, e);
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (trace != null) trace.close();
        }
    }

    /// Runs `body` as [#run] and throws what the first failing PE threw: for tests and measurements.
    public void runOrThrow(Consumer<SimTransport> body) {
        run(body);
        rethrow();
    }

    /// Throws what the first failing PE threw.
    void rethrow() {
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
                Binding.call(transport, () -> {
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

    /// Ends the job because a PE failed or asked for it. The first one counts.
    void fail(int pe, int status, Throwable cause) {
        if (failure != null) return;
        failure = new Failure(pe, status, cause);
        engine.stop(other -> {
            if (cause == null) throw new JobEnd(status, pe, null);
            throw new PeerFailedException(
                    "PE %d/%d: PE %d failed with %s; see its report".formatted(other, job.npes(), pe, cause),
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

    /// A PE's clock in picoseconds: after the run, when it ended.
    public long picos(int pe) {
        return engine.now(pe);
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

    /// Priced operations so far.
    public long operations() {
        return operations;
    }

    /// Conflicting accesses to a range in flight, in words.
    public List<String> races() {
        return races.reports();
    }

    /// Puts a range of a PE's region into `holder`'s cache alone: states are forced before a measurement.
    public void force(int pe, long offset, long bytes, int holder) {
        long first = line(offset);
        directory.force(holder, pe, first, line(offset + bytes - 1) - first + 1);
    }

    /// Puts a range of a PE's region into memory alone.
    public void flush(int pe, long offset, long bytes) {
        long first = line(offset);
        directory.flush(pe, first, line(offset + bytes - 1) - first + 1);
    }

    long line(long offset) {
        return offset / prices.lineBytes();
    }

    /// Enters one thing into hash and timeline.
    void note(int pe, Event event, int region, long offset, long bytes, long from, long to) {
        operations++;
        long h = hash;
        h = (h ^ (from << 9 | pe)) * 0x9e3779b97f4a7c15L;
        h = (h ^ (offset << 16 | (long) (region + 1) << 4 | event.ordinal())) * 0xc2b2ae3d27d4eb4fL;
        hash = h ^ h >>> 29;
        if (trace != null) trace.event(pe, event, region, offset, bytes, from, to);
    }

    /// Gives the memory back; its addresses are dead from now on.
    @Override
    public void close() {
        regions.close();
    }
}
