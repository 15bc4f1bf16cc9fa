// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jshmem.runtime.InProcessJob;
import org.jshmem.runtime.PeBinding;
import org.jshmem.sim.check.TimePerCall;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.PeBody;
import org.jshmem.trace.Recording;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;

/// One run of one job in virtual time, and its results.
///
/// ```java
/// try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), 60, 1 << 20))) {
///     sim.run(transport -> program(transport));
///     System.out.println(sim.picos() + " ps");
/// }
/// ```
public final class Simulation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    final SimJob job;

    /// The watch over PEs whose virtual time stands still, or that outlive a failure.
    final Watchdog watch;

    private final SimKernel kernel;
    private final SimTransport[] transports;

    /// A simulation that is ready to run: all PEs start at time 0, later with noise, and all memory is zero.
    public Simulation(JobSpec spec) {
        job = new SimJob(spec);
        kernel = job.kernel;
        watch = new Watchdog(job);
        transports = new SimTransport[job.npes()];
        Arrays.setAll(transports, pe -> new SimTransport(job, pe));
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
                            job.fail(pe, 1, e);
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
                throw new IllegalStateException("PE %d/%d: the simulation was interrupted".formatted(pe, job.npes()));
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
        if (job.failure() != null) InProcessJob.rethrow(npes(), job.failure());
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
        Path trace = job.spec.trace;
        return trace == null ? transport : Recording.of(transport, transport::picos, trace);
    }

    /// The transport of a PE.
    public SimTransport transport(int pe) {
        return transports[pe];
    }

    /// The first failure of a PE, without an exception if the program called `globalExit`; null if all PEs ended well.
    public JobOutcome failure() {
        return job.failure();
    }

    /// The number of PEs.
    public int npes() {
        return job.npes();
    }

    /// A PE's clock in picoseconds; after the run, the time of its end.
    public long picos(int pe) {
        transports[pe].drain();
        return kernel.now(pe);
    }

    /// The account of the PEs' time so far.
    public TimePerCall times() {
        return job.memory.times;
    }

    /// The latest clock in picoseconds.
    public long picos() {
        return IntStream.range(0, job.npes()).mapToLong(kernel::now).max().orElseThrow();
    }

    /// A hash of all operations, as `TraceHash` has it.
    public long traceHash() {
        return job.memory.hash.value();
    }

    /// The number of operations so far; waits and sleeps do not count.
    public long operations() {
        return job.memory.hash.operations();
    }

    /// The reports of the run: conflicting accesses, lost updates, stale reads, reads that miss a put, and changed
    /// sources of non-blocking puts.
    public List<String> races() {
        return job.reports.all();
    }

    /// Puts a range of a PE's region into the cache of `holder` alone, or into memory alone for -1. Measurements set
    /// cache states in this way.
    public void force(int pe, long offset, long bytes, int holder) {
        int running = kernel.threads.running();
        if (running >= 0) transports[running].drain();
        job.memory.costs.place(pe, offset, bytes, holder);
    }

    /// Frees the memory; its addresses are invalid from now on. If PEs still run, in code of their own that no
    /// interrupt ends, the memory stays.
    @Override
    public void close() {
        if (kernel.threads.isOver()) job.memory.close();
    }
}
