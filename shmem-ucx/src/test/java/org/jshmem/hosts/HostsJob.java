// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jshmem.contract.Backend;
import org.jshmem.contract.Samples;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportRuns;
import org.jshmem.runtime.JobRun;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// A job on several hosts inside this JVM: each host has a job file, each PE is a thread. Either the PEs of a host
/// share a worker, as in one JVM, or each has its own.
final class HostsJob implements TransportProvider.Job {
    static final long KEY = 11;

    /// Numbers of PEs that tests of several hosts run on.
    static final List<Integer> COUNTS = Samples.third(Samples.of(List.of(2, 3, 5), List.of(1, 2, 3, 5, 7, 8)));

    private final List<JobFile> files = new ArrayList<>();

    /// The file of its host, as each JVM has it.
    private final List<JobFile> opened = new ArrayList<>();

    private final List<Worker> workers = new ArrayList<>();
    private final Topology topology;
    private final Thread relay = Thread.ofPlatform().daemon().unstarted(this::relay);
    private final boolean[] begun;
    private volatile boolean closing;

    /// PE k runs on host `hostOf[k]`.
    HostsJob(Shape shape, int[] hostOf, boolean sharesWorkers, Function<Fabric.Receiver, Fabric> fabrics) {
        int count = IntStream.of(hostOf).max().orElse(0) + 1;
        int[] cores = new int[count];
        Arrays.fill(cores, Runtime.getRuntime().availableProcessors());
        int[] jvmOf = sharesWorkers ? hostOf : IntStream.range(0, hostOf.length).toArray();
        this.topology = new Topology(hostOf, jvmOf, cores);
        try {
            for (int h = 0; h < count; h++) {
                int host = h;
                int[] here = IntStream.range(0, hostOf.length)
                        .filter(pe -> hostOf[pe] == host)
                        .toArray();
                JobFile file = JobFile.create(Path.of("/dev/shm"), shape, cores[h], here);
                files.add(file);
            }
            for (int pe = 0; pe < hostOf.length; pe++) {
                if (jvmOf[pe] < opened.size()) continue;
                opened.add(JobFile.open(files.get(hostOf[pe]).descriptor()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int jvms = IntStream.of(jvmOf).max().orElse(0) + 1;
        begun = new boolean[jvms];
        for (int k = 0; k < jvms; k++) workers.add(new Worker(fabrics));
        for (int h = 0; h < count; h++) {
            meet(files.get(h), hostOf, h, pe -> workers.get(jvmOf[pe]).fabric.address());
        }
        relay.start();
    }

    /// Writes to the job file of a host what the launchers of all hosts exchange.
    static void meet(JobFile file, int[] hostOf, int own, IntFunction<byte[]> addresses) {
        Control control = file.control();
        for (int pe = 0; pe < hostOf.length; pe++) {
            HostsTable.publish(control, pe, control.cores(), addresses.apply(pe));
        }
        int hosts = IntStream.of(hostOf).max().orElse(0) + 1;
        control.hosts.place(
                hostOf, IntStream.range(0, hosts).mapToObj(h -> "host" + h).toList(), own);
        control.hosts.join(KEY, file.regionBytes());
    }

    /// Tells all hosts when the job ends on one, as a launcher does.
    private void relay() {
        while (!closing) {
            for (JobFile file : files) {
                Control from = file.control();
                if (from.abort() == Abort.NONE) continue;
                for (JobFile to : files) to.control().abort(from.abort(), from.abortStatus(), from.abortPe());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /// Runs a program of the API as each PE; throws what the first one to fail threw.
    static void run(
            int[] hostOf, long heap, boolean shares, Function<Fabric.Receiver, Fabric> fabrics, Backend.Main main) {
        Shape shape = Settings.onHosts(2, Settings.shape(hostOf.length, heap, 0));
        try (var job = new HostsJob(shape, hostOf, shares, fabrics)) {
            JobRun.run(hostOf.length, job, main);
        }
    }

    /// Runs a body with the transport of each PE; throws what the first one to fail threw.
    static void transports(
            Shape shape,
            int[] hostOf,
            boolean shares,
            Function<Fabric.Receiver, Fabric> fabrics,
            TransportRuns.Body body)
            throws Exception {
        try (var job = new HostsJob(shape, hostOf, shares, fabrics)) {
            Threads.transports(
                    hostOf.length, Thread.ofPlatform().factory(), job::attach, body, (_, pe) -> job.fail(pe));
        }
    }

    /// PEs in turn on so many hosts.
    static int[] dealt(int npes, int hosts) {
        return IntStream.range(0, npes).map(pe -> pe % hosts).toArray();
    }

    /// The first PEs on the first host and so on; uneven where it does not divide.
    static int[] blocks(int npes, int hosts) {
        return IntStream.range(0, npes)
                .map(pe -> pe * Math.min(hosts, npes) / npes)
                .toArray();
    }

    @Override
    public synchronized Transport attach(int pe) {
        JobFile file = opened.get(topology.jvm(pe));
        Transport near = ShmProvider.thread(file, pe, topology);
        int jvm = topology.jvm(pe);
        Worker worker = workers.get(jvm);
        if (!begun[jvm]) worker.begin(new Hosts(near, file));
        begun[jvm] = true;
        return new RemoteTransport(near, worker);
    }

    /// Ends the waits of all PEs, as a launcher does when one fails.
    void fail(int pe) {
        for (JobFile file : files) file.control().fail(pe, 1);
    }

    @Override
    public void interrupt() {
        files.getFirst().control().abort(Abort.INTERRUPTED, 1, -1);
    }

    @Override
    public void close() {
        closing = true;
        boolean interrupted = Thread.interrupted();
        while (relay.isAlive()) {
            try {
                relay.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
        workers.forEach(Shutdown::end);
        opened.forEach(JobFile::close);
        files.forEach(JobFile::close);
    }
}
