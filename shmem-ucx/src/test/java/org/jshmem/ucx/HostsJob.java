// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jshmem.PeerFailedException;
import org.jshmem.contract.Backend;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportRuns;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.shm.RemoteYields;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// A job on several hosts inside this JVM: each host a job file with an agent of its own, each PE a thread.
final class HostsJob implements AutoCloseable {
    private final Function<Wire.Receiver, Wire> wires;
    private final List<JobFile> files = new ArrayList<>();
    private final List<HostAgent> agents = new ArrayList<>();
    private final List<UcxTransport> transports = new CopyOnWriteArrayList<>();
    private final Hosts hosts;
    private final Thread relay = Thread.ofPlatform().daemon().unstarted(this::relay);
    private volatile boolean closing;

    /// PE k runs on host `hostOf[k]`.
    HostsJob(Shape shape, int[] hostOf, Function<Wire.Receiver, Wire> wires) {
        this.wires = wires;
        int count = IntStream.of(hostOf).max().orElse(0) + 1;
        int cores = Runtime.getRuntime().availableProcessors();
        List<Hosts.Host> list = new ArrayList<>();
        for (int h = 0; h < count; h++) list.add(new Hosts.Host("host" + h, cores, new byte[0]));
        Hosts without = new Hosts(11, 12, list, hostOf);
        try {
            for (int h = 0; h < count; h++) {
                int[] here = without.pes(h).toArray();
                JobFile file = JobFile.create(Path.of("/dev/shm"), shape, cores, here);
                for (int pe = 0; pe < hostOf.length; pe++) {
                    if (hostOf[pe] != h) file.control().state(pe, PeState.ELSEWHERE);
                }
                files.add(file);
                agents.add(new HostAgent(file, without, h, 0, wires));
                list.set(h, new Hosts.Host("host" + h, cores, agents.get(h).address()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.hosts = new Hosts(11, 12, list, hostOf);
        relay.start();
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
    static void run(int[] hostOf, long heap, Function<Wire.Receiver, Wire> wires, Backend.Main main) throws Exception {
        try (var job = new HostsJob(Settings.shape(hostOf.length, heap, 0), hostOf, wires)) {
            var failure = new AtomicReference<Throwable>();
            var heard = new AtomicReference<PeerFailedException>();
            Threads.run(
                    hostOf.length,
                    pe -> {
                        try {
                            job.one(pe, main, failure);
                        } catch (PeerFailedException e) {
                            heard.set(e); // of another PE, which says itself why
                        }
                    },
                    failure);
            if (heard.get() != null) throw heard.get();
        }
    }

    /// What the first PE to fail threw is known before the others hear of it.
    private void one(int pe, Backend.Main main, AtomicReference<Throwable> failure) throws Exception {
        try {
            Binding.call(attach(pe), () -> {
                main.run();
                return null;
            });
        } catch (JobEnd e) {
            if (e.getCause() instanceof Exception why) throw why;
            if (e.getCause() instanceof Error why) throw why;
            if (e.status() != 0) throw new IllegalStateException(e);
        } catch (PeerFailedException e) {
            throw e;
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            fail(pe);
            throw e;
        }
    }

    /// Runs a body with the transport of each PE; throws what the first one to fail threw.
    static void transports(Shape shape, int[] hostOf, Function<Wire.Receiver, Wire> wires, TransportRuns.Body body)
            throws Exception {
        try (var job = new HostsJob(shape, hostOf, wires)) {
            var failure = new AtomicReference<Throwable>();
            Threads.run(
                    hostOf.length,
                    pe -> {
                        Transport transport = job.attach(pe);
                        transport.enter();
                        try {
                            body.run(transport);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                            job.fail(pe);
                            throw e;
                        }
                        transport.leave();
                    },
                    failure);
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

    /// The transport of a PE.
    Transport attach(int pe) {
        return attach(pe, near -> near);
    }

    /// The same with another view of its part on its own host.
    Transport attach(int pe, UnaryOperator<Transport> view) {
        JobFile file = files.get(hosts.of(pe));
        Transport near = view.apply(ShmProvider.thread(file, pe, hosts.topology()));
        var transport = new UcxTransport(near, new RemoteYields(file.control(), pe), hosts, wires);
        transports.add(transport);
        return transport;
    }

    /// Ends the waits of all PEs, as a launcher does when one fails.
    void fail(int pe) {
        for (JobFile file : files) file.control().fail(pe, 1);
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
        transports.forEach(UcxTransport::close);
        RuntimeException failed = null;
        for (HostAgent agent : agents) {
            agent.close();
            if (agent.failure() != null) failed = new IllegalStateException("an agent failed", agent.failure());
        }
        files.forEach(JobFile::close);
        if (failed != null) throw failed;
    }
}
