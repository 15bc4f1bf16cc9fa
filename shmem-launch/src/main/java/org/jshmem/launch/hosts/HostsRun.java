// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jshmem.launch.job.Job;
import org.jshmem.launch.job.Part;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.StandardInput;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.trace.Handover;
import org.jshmem.transport.Shape;
import org.jshmem.ucx.Hosts;
import org.jshmem.ucx.Wiring;

/// The run of a job on several hosts: starts the hosts' processes, connects them and keeps them in step. The launcher's
/// own job file, which has no regions, mirrors the control words of all hosts' files. A change on a host is written
/// into it, and a change in it is sent to all hosts.
public final class HostsRun implements Job.Starter, AutoCloseable {
    /// The number of launch agents that start at once.
    private static final int FANOUT = 64;

    private final Placing placing;
    private final JobFile file;
    private final Mirror mirror;
    private final Control control;
    private final long timeoutNanos;
    private final Consumer<String> say;
    private final Semaphore inputRoom = new Semaphore(Frames.WINDOW);
    private final List<RemoteHost> hosts = new ArrayList<>();
    private final List<Hosts.Host> list = new ArrayList<>();
    private List<InetAddress> listening;
    private WireChoice wire;
    private Wiring wiring;
    private PeBlocks deal;
    private List<PeStart> starts;
    private volatile boolean closing;
    private volatile Handover.Into into;
    private volatile IOException untaken;

    /// @param file the launcher's job file
    /// @param timeoutNanos longest silence of a host, and of the launcher as hosts see it
    /// @param say action that prints a line for the user
    public HostsRun(Placing placing, JobFile file, long timeoutNanos, Consumer<String> say) {
        this.timeoutNanos = timeoutNanos;
        this.placing = placing;
        this.file = file;
        this.mirror = new Mirror(file);
        this.control = file.control();
        this.say = say;
    }

    /// Starts a process of the launcher on every host, checks that all have one build, and returns the cores of
    /// each. `asked` is the wire of `--wire`. Throws [Refused], with the name of the host, if a host cannot take
    /// part.
    public int[] meet(LaunchCommand launch, String asked) throws IOException {
        int window = Frames.window(placing.hostOf().length);
        List<WireChoice.Offer> offers = new ArrayList<>();
        List<Interfaces> interfaces = new ArrayList<>();
        for (String name : placing.names()) {
            if (hosts.size() >= FANOUT) hosts.get(hosts.size() - FANOUT).hello();
            hosts.add(new RemoteHost(name, launch.reach(name), launch.on(name), window, say, new Listener()));
        }
        for (RemoteHost host : hosts) {
            Frame.Hello hello = host.hello();
            Build.checkSame(hosts.getFirst(), host);
            list.add(new Hosts.Host(host.name(), hello.cores(), new byte[0]));
            offers.add(new WireChoice.Offer(host.name(), hello.ucx(), hello.withoutUcx()));
            interfaces.add(hello.interfaces());
        }
        wire = WireChoice.of(asked, offers);
        wiring = wire.wiring(asked);
        listening = wire.isUcx()
                ? Collections.nCopies(hosts.size(), InetAddress.getLoopbackAddress()) // UCX chooses its own
                : ListenAddresses.of(placing.names(), interfaces);
        return list.stream().mapToInt(Hosts.Host::cores).toArray();
    }

    /// The wire that connects the hosts, and the reason for it: `tcp (--wire tcp)`.
    public String wireName() {
        return wire.name();
    }

    /// The description of the wire for the user, with the addresses on which hosts listen.
    public String wire() {
        return wire.text(
                placing.names(),
                listening.stream().map(InetAddress::getHostAddress).toList());
    }

    /// Makes every host that has the same `program` create its job file, and sends each the addresses of the
    /// others' agents. With `traceBytes` for each PE, hosts record events.
    public void begin(PeBlocks deal, Shape shape, Path folder, ProgramFiles program, long traceBytes)
            throws IOException {
        this.deal = deal;
        var random = new SecureRandom();
        long job = Long.parseUnsignedLong(control.id(), 16);
        long token = random.nextLong();
        String without = hosts(job, token).text();
        for (int h = 0; h < hosts.size(); h++) {
            hosts.get(h)
                    .send(new Frame.SetUp(
                            shape, folder, without, h, listening.get(h), timeoutNanos, traceBytes, program));
        }
        for (int h = 0; h < hosts.size(); h++) {
            Hosts.Host known = list.get(h);
            list.set(h, new Hosts.Host(known.name(), known.cores(), hosts.get(h).address()));
        }
        String text = hosts(job, token).text();
        for (RemoteHost host : hosts) host.send(new Frame.AllHosts(text));
        mirror.start(hosts, timeoutNanos);
    }

    private Hosts hosts(long job, long token) {
        return new Hosts(job, token, timeoutNanos, wiring, list, placing.hostOf(), deal.jvmOf());
    }

    /// Sets the processes of the job, in the order of their PEs.
    public void runs(List<PeStart> starts) {
        this.starts = starts;
    }

    @Override
    public Part start(int jvm) throws IOException {
        if (jvm == 0) startAll();
        PeStart start = starts.get(jvm);
        RemoteHost host = hosts.get(placing.hostOf()[start.first()]);
        RemoteProcess process = host.started(start.first());
        String place = "pid %d on %s".formatted(process.pid(), host.name());
        Part part = new Part(process, start.first(), start.count(), place);
        if (!start.reads()) return part;
        StandardInput.copyTo(bytes -> {
            inputRoom.acquire(bytes.length); // no faster than PE 0 reads it
            host.send(new Frame.Input(bytes));
        });
        return part;
    }

    /// Sends each host one command for all its processes, so that the hosts start theirs at the same time.
    private void startAll() {
        List<List<PeStart>> ofHosts = new ArrayList<>();
        for (RemoteHost _ : hosts) ofHosts.add(new ArrayList<>());
        for (PeStart start : starts)
            ofHosts.get(placing.hostOf()[start.first()]).add(start);
        for (int h = 0; h < hosts.size(); h++) hosts.get(h).start(ofHosts.get(h));
    }

    /// Collects the events that the PEs of every host have recorded, after the PEs have ended, and writes them to
    /// the file of the job.
    public void collect(Path file) {
        try (var taking = new Handover.Into(file)) {
            into = taking;
            mirror.sendAll(new Frame.Collect());
            for (int h = 0; h < hosts.size(); h++) {
                RemoteHost host = hosts.get(h);
                String why = host.collected();
                if (why.isEmpty()) continue;
                say.accept("oshrun: --trace %s is without what PEs of host %s have recorded: %s"
                        .formatted(file, host.name(), why));
                for (int pe : placing.pes(h).toArray()) taking.lost(pe, h, host.name());
            }
            if (untaken != null) throw untaken;
        } catch (IOException e) {
            say.accept("oshrun: --trace %s cannot be written, %s; give another file".formatted(file, e));
        }
    }

    private void take(Frame.Recorded piece) {
        try {
            if (untaken == null) into.take(piece.pe(), piece.offset(), piece.bytes());
        } catch (IOException e) {
            untaken = e; // a full disk here is not a fault of the host
        }
    }

    private final class Listener implements RemoteHost.Listener {
        @Override
        public void received(Frame frame) {
            switch (frame) {
                case Frame.Slot slot -> mirror.take(slot);
                case Frame.Piece piece -> mirror.take(piece);
                case Frame.Event event -> file.events().post(event.kind(), event.pe(), event.text());
                case Frame.Ending end -> control.abort(end.how(), end.status(), end.pe());
                case Frame.Recorded piece -> take(piece);
                case Frame.InputTaken taken -> inputRoom.release(taken.bytes());
                case Frame.Lost other -> hosts.get(other.host()).unreachable(other.why());
                default -> {
                    // any frame is a sign of life
                }
            }
        }

        @Override
        public void lost(RemoteHost host, String why) {
            int h = hosts.indexOf(host);
            if (h < 0 || closing || control.abort() == Abort.STOPPED) return;
            int[] pes = placing.pes(h).toArray();
            say.accept(
                    "oshrun: host %s (%s) is lost: %s; the job is ended".formatted(host.name(), Hosts.text(pes), why));
            control.fail(pes[0], 128 + 9);
        }
    }

    /// After its return no thread reads the mirror any more: it may be unmapped.
    @Override
    public void close() {
        closing = true;
        mirror.end();
        try (var each = Executors.newVirtualThreadPerTaskExecutor()) { // one waits for up to 2 s
            hosts.forEach(host -> each.execute(host::close));
        }
        try {
            mirror.join(); // it sends nothing to a closed host, so it does not block
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
