// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.launch.system.Signals;
import org.jshmem.shm.AllowedCores;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Hosts;

/// The launcher's process on one host. It makes the host's job file, serves it to other hosts, starts the host's PEs
/// and forwards their output. It carries out the frames that the launcher sends to its standard input, and ends with
/// that stream.
/*
 * The main thread reads frames, and starts the PEs. The kernel ends a PE with the thread that started it,
 * so no PE outlives this process, however it ends. A virtual thread for each stream of a PE forwards the
 * stream (`HostParts`); one thread reads the control words every 10 ms (`Mirroring`), and one sees whether the launcher
 * is silent.
 */
public final class HostMain {
    private static final long LOOK_NANOS = 100_000_000;

    private final Frames.Writer launcher;
    private final Frames.Reader commands;
    private final Silence silence = new Silence();
    private long timeoutNanos;
    private volatile boolean launcherStopped;
    private JobFile file;
    private Hosts hosts;
    private int host;
    private Path folder; // the folder in which PEs run
    private HostAgent agent;
    private HostParts parts;
    private HostRecording recording;

    private HostMain(InputStream in, OutputStream out) {
        this.launcher = new Frames.Writer(out);
        this.commands = new Frames.Reader(in);
    }

    /// Serves the launcher that started this process; the argument is the wire.
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> Runtime.getRuntime().halt(statusOf(e)));
        int status = 0;
        HostMain host = null;
        try {
            host = greet();
            host.serve(args[0]);
        } catch (Throwable t) {
            status = statusOf(t);
        } finally {
            if (host != null && host.recording != null) host.recording.close();
            Runtime.getRuntime().halt(status);
        }
    }

    /// Prints the exception of a thread that does not catch it, since the launcher has no other way to learn it, and
    /// returns the status with which this process and its PEs end: 0 if the launcher is gone.
    private static int statusOf(Throwable e) {
        if (e instanceof UncheckedIOException) return 0;
        e.printStackTrace();
        return 1;
    }

    private static HostMain greet() throws IOException {
        var in = new FileInputStream(FileDescriptor.in);
        var out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        out.write(Frames.GREETING.getBytes(StandardCharsets.US_ASCII));
        return new HostMain(in, out);
    }

    private void serve(String wire) throws IOException {
        String missing = WireChoice.missing(wire, Path.of("/sys"));
        launcher.send(new Frame.Hello(
                Build.own(),
                Runtime.getRuntime().availableProcessors(),
                missing == null ? HostAgent.version() : "",
                missing == null ? "" : missing,
                Interfaces.own()));
        for (Frame frame = commands.next(); frame != null; frame = commands.next()) {
            silence.heard();
            switch (frame) {
                case Frame.SetUp job -> setUp(job);
                case Frame.AllHosts all -> begin(Hosts.parse(all.text()));
                case Frame.Start start -> parts.start(start.processes());
                case Frame.Input input -> parts.input(input.bytes());
                case Frame.OutputTaken taken -> parts.taken(taken);
                case Frame.Signal signal -> signal(signal);
                case Frame.Up up -> startedElsewhere(BitSet.valueOf(up.pes()));
                case Frame.Collect _ -> // in a thread: this one reads the launcher's signs of life
                    Thread.ofPlatform().start(() -> recording.tell(launcher, hosts, host, parts.all()));
                case Frame.Reported _ -> file.control().reported();
                case Frame.Ending end -> file.control().abort(end.how(), end.status(), end.pe());
                case Frame.Alive _ -> {}
                default -> throw new IOException("the launcher sent " + frame);
            }
            silence.handled();
        }
    }

    /// Passes a signal on. A stopped launcher first sends its stop signal to the PEs: after that it may be silent
    /// without limit.
    private void signal(Frame.Signal signal) {
        int number = signal.number();
        if (number == Signals.STOP || number == Signals.CONT) launcherStopped = number == Signals.STOP;
        parts.find(signal.pe()).ifPresent(process -> process.signal(number));
    }

    /// Ends this host's part of the job once the launcher has been silent for too long; the launcher ends silent
    /// hosts likewise. It has a thread of its own: the others may wait for a launcher that does not read.
    private void watchLauncher() {
        while (!silence.isLongerThan(timeoutNanos) || launcherStopped) LockSupport.parkNanos(LOOK_NANOS);
        System.err.printf(
                "the launcher has been silent for %.0f s; its PEs on this host are ended%n", timeoutNanos / 1e9);
        Runtime.getRuntime().halt(1);
    }

    private void setUp(Frame.SetUp job) {
        host = job.host();
        hosts = Hosts.parse(job.hosts());
        timeoutNanos = job.silenceNanos();
        folder = job.program().folder();
        String refusal = "";
        try {
            refusal = job.program().difference();
            if (!refusal.isEmpty()) throw new IOException(refusal);
            int cores = AllowedCores.usable().size();
            int[] here = hosts.pes(host).toArray();
            file = JobFile.create(job.heapFolder(), job.shape(), cores, here);
            agent = new HostAgent(file, hosts, host, cores, job.own());
            if (job.traceBytes() > 0) recording = new HostRecording(job.shape().npes(), job.traceBytes());
        } catch (IOException | RuntimeException e) {
            refusal = String.valueOf(e.getMessage());
        }
        launcher.send(new Frame.Ready(refusal, refusal.isEmpty() ? agent.address() : new byte[0]));
    }

    private void startedElsewhere(BitSet pes) {
        Control control = file.control();
        pes.stream()
                .filter(pe -> hosts.of(pe) != host && control.state(pe) == PeState.STARTING)
                .forEach(control::startedElsewhere);
    }

    private void begin(Hosts all) throws IOException {
        hosts = all;
        Map<String, String> own = new TreeMap<>();
        own.put(Hosts.VARIABLE, Long.toString(all.append(file.descriptor())));
        if (recording != null) {
            own.putAll(recording.environment());
            recording.begin(all, host);
        }
        var mirroring = new Mirroring(file, all, host, agent, launcher, () -> parts.sendEnds(System.nanoTime()));
        parts = new HostParts(launcher, folder, file.descriptor(), all.npes(), own, mirroring::ended);
        mirroring.start();
        Thread.ofPlatform().daemon().name("launcher").start(this::watchLauncher);
    }
}
