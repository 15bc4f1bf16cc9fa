// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.Processes;
import org.jshmem.launch.system.Refused;

/// One host as the launcher sees it: the process that runs a command there, and the frames that the two exchange.
final class RemoteHost implements AutoCloseable {
    private static final long START_SECONDS = 30;
    private static final String ENDED = "'%s' ended%s";

    private final String name;
    private final int window;
    private final ChildProcess process;
    private final Listener listener;

    /// The lock with which a frame, or the end of the frames, is handled.
    private final Object handling = new Object();

    private final String reach;
    private final Frames.Writer commands;
    private final HostErrors errors;
    private final Map<Integer, CompletableFuture<RemoteProcess>> processes = new ConcurrentHashMap<>();
    private final CompletableFuture<Frame.Hello> hello = new CompletableFuture<>();
    private final CompletableFuture<byte[]> ready = new CompletableFuture<>();
    private final CompletableFuture<String> collected = new CompletableFuture<>();
    private final Silence silence = new Silence();
    private volatile boolean closing;
    private volatile boolean lost;

    /// The receiver of frames and events that do not concern one PE alone.
    interface Listener {
        void received(Frame frame);

        void lost(RemoteHost host, String why);
    }

    /// Starts `command`, which runs [HostMain] on the host by the words `reach`. `say` prints a line for
    /// the user, and each stream of a PE may have `window` bytes under way.
    RemoteHost(String name, String reach, ProcessBuilder command, int window, Consumer<String> say, Listener listener)
            throws IOException {
        this.name = name;
        this.reach = reach;
        this.window = window;
        this.listener = listener;
        this.process = Processes.start(command);
        this.commands = new Frames.Writer(process.input());
        this.errors = new HostErrors(name, process.errors(), say);
        Thread.ofVirtual().name("host " + name).start(() -> listen(process.output()));
    }

    String name() {
        return name;
    }

    /// Waits for the host's first frame, or throws [Refused].
    Frame.Hello hello() throws IOException {
        return await(hello);
    }

    /// Waits for the address of the host's agent, or throws [Refused].
    byte[] address() throws IOException {
        return await(ready);
    }

    private <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new Refused("host %s: '%s' has not answered for %d s%s; try it by hand"
                    .formatted(name, reach, START_SECONDS, errors.kept(false)));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Refused refused) throw refused;
            throw new IOException(e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for host " + name);
        }
    }

    /// Waits until the host has sent all that its PEs have recorded. Returns the reason why it has not, or an empty
    /// text.
    String collected() {
        return collected.join(); // has an end: a host that is silent for too long is lost
    }

    /// Starts processes of PEs on the host. [#started] returns each of them.
    void start(List<PeStart> starts) {
        for (PeStart start : starts) processes.put(start.first(), new CompletableFuture<>());
        send(Frame.Start.of(starts));
    }

    /// Waits for the process with this first PE. Throws [Refused] if the host is lost.
    RemoteProcess started(int first) throws IOException {
        // the table has the process before this read of `lost`, which `gone` sets before it reads the table
        CompletableFuture<RemoteProcess> process = processes.get(first);
        if (lost) throw notWithout();
        return await(process);
    }

    private Refused notWithout() {
        return new Refused("the job cannot start without host " + name);
    }

    /// Sends the host a frame, unless it is lost. Never waits, since a stopped host does not read.
    void send(Frame frame) {
        try {
            if (!lost) commands.send(frame);
        } catch (UncheckedIOException e) {
            // the end of its output shows that it is gone
        }
    }

    /// Whether the host has sent nothing for longer than this.
    boolean isSilent(long nanos) {
        return silence.isLongerThan(nanos);
    }

    private void listen(InputStream frames) {
        String why;
        try {
            var in = new Frames.Reader(frames);
            if (in.greeted()) {
                for (Frame frame = in.next(); frame != null; frame = in.next()) {
                    silence.heard();
                    synchronized (handling) {
                        if (closing) return;
                        take(frame);
                    }
                    silence.handled();
                }
            }
            why = ENDED.formatted(reach, status(1000));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            why = String.valueOf(e.getMessage());
        }
        synchronized (handling) {
            if (!closing) gone(why);
        }
    }

    /// Gives the host up because another one cannot reach it. The end of its own process says more, if it has ended.
    void unreachable(String why) {
        String status = status(100);
        gone(status.isEmpty() ? why : ENDED.formatted(reach, status));
    }

    /// The words for the exit status of the command, if it ends within this time.
    private String status(long millis) {
        try {
            int status = process.await(millis);
            return status == ChildProcess.RUNS ? "" : " with status " + status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void take(Frame frame) {
        switch (frame) {
            case Frame.Hello is -> {
                errors.answered();
                hello.complete(is);
            }
            case Frame.Ready is -> {
                if (is.refusal().isEmpty()) ready.complete(is.address());
                else ready.completeExceptionally(new Refused("host %s: %s".formatted(name, is.refusal())));
            }
            case Frame.Started is -> {
                CompletableFuture<RemoteProcess> process = processes.get(is.pe());
                if (is.refusal().isEmpty()) process.complete(new RemoteProcess(this, is.pe(), is.pid(), window));
                else process.completeExceptionally(new IOException("on host %s, %s".formatted(name, is.refusal())));
            }
            case Frame.Output is -> process(is.pe()).wrote(is.error(), is.bytes());
            case Frame.Collected is -> collected.complete(is.why());
            case Frame.Ended is -> process(is.pe()).end().complete(is.status());
            default -> listener.received(frame);
        }
    }

    private RemoteProcess process(int pe) {
        return processes.get(pe).getNow(null); // the host has sent its start first
    }

    /// Gives the host up; only the first call has an effect.
    void gone(String why) {
        boolean known;
        synchronized (this) {
            if (lost) return;
            lost = true;
            known = errors.hasAnswered();
        }
        String refusal = known
                ? "host %s: %s before the job began; see the lines of that host above".formatted(name, why)
                : "host %s: '%s' ended before the job began%s; try it by hand, and see whether jshmem is in the same folder there"
                        .formatted(name, reach, errors.kept(true));
        process.kill();
        hello.completeExceptionally(new Refused(refusal));
        ready.completeExceptionally(new Refused(refusal));
        collected.complete(why);
        if (!closing && known) listener.lost(this, why); // otherwise the refusal is the message
        for (var each : processes.values()) {
            each.completeExceptionally(notWithout());
            if (!each.isCompletedExceptionally()) each.join().lost();
        }
    }

    /// After its return the host's frames are not handled any more, though a process that holds its output open may
    /// send some.
    @Override
    public void close() {
        errors.close();
        synchronized (handling) {
            closing = true;
        }
        try {
            process.input().close(); // the host's process and its PEs then end by themselves
            if (process.await(1000) == ChildProcess.RUNS) process.kill();
        } catch (IOException e) {
            process.kill();
        } catch (InterruptedException e) {
            process.kill();
            Thread.currentThread().interrupt();
        }
    }
}
