// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jshmem.launch.job.LocalPart;
import org.jshmem.launch.job.Part;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.Signals;
import org.jshmem.shm.Control;
import org.jshmem.shm.Cores;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.Shape;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Hosts;

/// The launcher's process on one host: makes the host's job file, serves it to other hosts, starts the host's PEs and
/// forwards what they write. It does what the launcher says on standard input, and ends when that ends.
/*
 * The main thread reads commands, and starts the PEs: the kernel ends a PE with the thread that started it, so none
 * outlives this process, however it ends. A thread for each stream of a PE forwards it; one looks at the control words
 * every few milliseconds (`Mirroring`).
 */
public final class HostMain {
    private static final int STACK_BYTES = 1 << 17;

    private final Frames.Writer launcher;
    private final Frames.Reader commands;
    /// By their first PE.
    private final Map<Integer, LocalPart> parts = new ConcurrentHashMap<>();
    /// How much each of their two streams may send.
    private final Map<Integer, Semaphore[]> rooms = new ConcurrentHashMap<>();
    private final Silence silence = new Silence();
    private long timeoutNanos;
    private volatile boolean launcherStopped;
    private JobFile file;
    private Control control;
    private Hosts hosts;
    private long hostsAt; // where they stand in the job file
    private int host;
    private Path folder; // in which PEs run
    private HostAgent agent;
    private Mirroring mirroring;
    private HostRecording recording;
    private final ExecutorService input = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "input"); // commands are carried out also while a PE does not read
        thread.setDaemon(true);
        return thread;
    });

    private HostMain(InputStream in, OutputStream out) {
        this.launcher = new Frames.Writer(out);
        this.commands = new Frames.Reader(in);
    }

    /// Serves the launcher that started it, which names the wire.
    public static void main(String[] args) {
        int status = 1;
        HostMain host = null;
        try {
            host = greet();
            host.serve(args[0]);
            status = 0;
        } catch (UncheckedIOException e) {
            status = 0; // the launcher is gone, and the PEs go with this process
        } catch (Throwable t) { // what the launcher cannot know otherwise
            t.printStackTrace();
        } finally {
            if (host != null && host.recording != null) host.recording.close();
            Runtime.getRuntime().halt(status);
        }
    }

    private static HostMain greet() throws IOException {
        var in = new FileInputStream(FileDescriptor.in);
        var out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        out.write(Frames.GREETING.getBytes(StandardCharsets.US_ASCII));
        return new HostMain(in, new BufferedOutputStream(out, 1 << 15));
    }

    private void serve(String wire) throws IOException {
        String missing = WireChoice.missing(wire, Path.of("/sys"));
        launcher.send(Frames.HELLO, out -> {
            out.writeInt(Runtime.getRuntime().availableProcessors());
            Frames.put(out, missing == null ? HostAgent.version() : "");
            Frames.put(out, missing == null ? "" : missing);
            Interfaces.own().write(out);
            Frames.put(out, Build.own());
        });
        for (Frames.Frame frame = commands.next(); frame != null; frame = commands.next()) {
            silence.heard();
            DataInputStream in = frame.in();
            switch (frame.kind()) {
                case Frames.SETUP -> setUp(in);
                case Frames.HOSTS -> {
                    hosts = Hosts.parse(Frames.text(in));
                    hostsAt = hosts.append(file.descriptor());
                    mirroring = new Mirroring(file, hosts, host, agent, launcher, this::checkLauncher);
                    mirroring.start();
                    if (recording != null) recording.begin(hosts, host);
                }
                case Frames.START -> start(in);
                case Frames.INPUT -> input(in);
                case Frames.KILL -> to(in, Part::kill);
                case Frames.SIGNAL -> to(in, part -> signal(part, in));
                case Frames.TAKEN -> rooms.get(in.readInt())[in.readBoolean() ? 1 : 0].release(in.readInt());
                case Frames.UP -> control.startedElsewhere(in.readInt());
                case Frames.COLLECT -> recording.tell(launcher, hosts, host, parts.values());
                case Frames.REPORTED -> control.reported();
                case Frames.ABORT -> control.abort(Abort.of(in.readInt()), in.readInt(), in.readInt());
                case Frames.ALIVE -> {}
                default -> throw new IOException("the launcher sent a frame of the unknown kind " + frame.kind());
            }
        }
    }

    /// A launcher that was stopped has said so by the signal for its PEs: then it is silent for as long as it likes.
    private void signal(Part part, DataInputStream in) {
        try {
            int number = in.readInt();
            if (number == Signals.STOP || number == Signals.CONT) launcherStopped = number == Signals.STOP;
            part.signal(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends this host's part of the job where the launcher cannot be heard any more, as it gives up the host. Called
    /// every few milliseconds.
    private void checkLauncher() {
        if (!silence.isLongerThan(timeoutNanos) || launcherStopped) return;
        System.err.printf(
                "the launcher has been silent for %.0f s; its PEs on this host are ended%n", timeoutNanos / 1e9);
        Runtime.getRuntime().halt(1);
    }

    private void to(DataInputStream in, Consumer<Part> action) throws IOException {
        Part part = parts.get(in.readInt());
        if (part != null) action.accept(part);
    }

    private void setUp(DataInputStream in) throws IOException {
        var shape = new Shape(in.readInt(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
        Path heapFolder = Path.of(Frames.text(in));
        host = in.readInt();
        hosts = Hosts.parse(Frames.text(in));
        long traceBytes = in.readLong();
        timeoutNanos = in.readLong();
        InetAddress own = InetAddress.ofLiteral(Frames.text(in));
        ProgramFiles program = ProgramFiles.read(in);
        folder = program.folder();
        String refusal = "";
        try {
            refusal = program.difference();
            if (!refusal.isEmpty()) throw new IOException(refusal);
            int cores = Cores.usable().size();
            int[] here = hosts.pes(host).toArray();
            file = JobFile.create(heapFolder, shape, cores, here);
            control = file.control();
            agent = new HostAgent(file, hosts, host, cores, own);
            if (traceBytes > 0) recording = new HostRecording(shape.npes(), traceBytes);
        } catch (IOException | RuntimeException e) {
            refusal = String.valueOf(e.getMessage());
        }
        String why = refusal;
        launcher.send(Frames.READY, out -> {
            Frames.put(out, why);
            byte[] address = why.isEmpty() ? agent.address() : new byte[0];
            out.writeInt(address.length);
            out.write(address);
        });
    }

    private void start(DataInputStream in) throws IOException {
        PeStart start = Frames.start(in);
        int pe = start.first();
        Map<String, String> own = new TreeMap<>(Map.of(Hosts.VARIABLE, Long.toString(hostsAt)));
        if (recording != null) own.putAll(recording.environment());
        Redirect input = start.reads() ? Redirect.PIPE : Redirect.from(new File("/dev/null"));
        LocalPart part = null;
        var told = new CompletableFuture<Void>(); // that it has started, before which nothing of it is sent
        try {
            part = start.run(folder, file.descriptor(), own, input, System.err::println);
            int window = Frames.window(hosts.npes());
            rooms.put(pe, new Semaphore[] {new Semaphore(window), new Semaphore(window)});
            forward(pe, false, part.output(), told);
            forward(pe, true, part.errors(), told);
            CompletableFuture<Integer> end = part.end().toCompletableFuture();
            if (end.isCompletedExceptionally()) end.join();
            parts.put(pe, part);
            started(pe, part.pid(), "");
            told.complete(null);
            end.whenComplete((status, noThread) -> ended(pe, noThread == null ? status : 128 + Signals.KILL));
        } catch (IOException | CompletionException | OutOfMemoryError e) { // threads count as processes
            if (part != null) part.kill();
            started(pe, -1, String.valueOf(e.getMessage()));
            told.cancel(false);
        }
    }

    private void started(int pe, long pid, String refusal) {
        launcher.send(Frames.STARTED, out -> {
            out.writeInt(pe);
            out.writeLong(pid);
            Frames.put(out, refusal);
        });
    }

    private void ended(int pe, int status) {
        mirroring.ended(); // what it did last is known before its end
        launcher.send(Frames.ENDED, out -> {
            out.writeInt(pe);
            out.writeInt(status);
        });
    }

    private void forward(int pe, boolean error, InputStream in, CompletableFuture<Void> told) {
        Semaphore room = rooms.get(pe)[error ? 1 : 0];
        Thread.ofPlatform().daemon().name("output").stackSize(STACK_BYTES).start(() -> {
            byte[] chunk = new byte[Frames.CHUNK];
            try {
                told.join();
            } catch (CancellationException e) {
                return;
            }
            try {
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    room.acquire(n); // else the pipe fills, and the PE waits
                    send(pe, error, chunk, n);
                }
            } catch (IOException | UncheckedIOException | InterruptedException e) {
                // its end, or the launcher's
            } finally {
                send(pe, error, chunk, 0);
            }
        });
    }

    /// No bytes are the end of the stream.
    private void send(int pe, boolean error, byte[] bytes, int count) {
        launcher.send(Frames.OUTPUT, out -> {
            out.writeInt(pe);
            out.writeBoolean(error);
            out.write(bytes, 0, count);
        });
    }

    private void input(DataInputStream in) throws IOException {
        LocalPart part = parts.get(in.readInt());
        if (part == null) return;
        byte[] bytes = in.readAllBytes();
        input.execute(() -> {
            write(part.input(), bytes);
            launcher.send(Frames.READ, out -> out.writeInt(bytes.length));
        });
    }

    private static void write(OutputStream to, byte[] bytes) {
        try {
            if (bytes.length == 0) to.close();
            else {
                to.write(bytes);
                to.flush();
            }
        } catch (IOException e) {
            // a PE need not read what it gets
        }
    }
}
