// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
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
import org.jshmem.launch.system.Refused;

/// One host as the launcher sees it: a process that runs a command there, and what the two send each other.
final class RemoteHost implements AutoCloseable {
    private static final long START_SECONDS = 30;
    private static final long LISTENING_MILLIS = 1000;
    private static final String NOT_WITHOUT = "the job cannot start without host %s";

    private final String name;
    private final int window;
    private final Process process;
    private final Thread listening;
    private final String reach;
    private final Outbox outbox;
    private final Frames.Writer commands;
    private final HostErrors errors;
    private final Map<Integer, Starting> parts = new ConcurrentHashMap<>();
    private final CompletableFuture<Frame.Hello> hello = new CompletableFuture<>();
    private final CompletableFuture<byte[]> ready = new CompletableFuture<>();
    private final CompletableFuture<String> collected = new CompletableFuture<>();
    private final Silence silence = new Silence();
    private volatile boolean closing;
    private volatile boolean lost;

    /// A process that has been asked for, and what became of it.
    private record Starting(int count, CompletableFuture<RemotePart> part) {}

    /// Whom a host's frames concern.
    interface Listener {
        /// A frame about the whole job.
        void received(Frame frame);

        /// The host is gone.
        void lost(RemoteHost host, String why);
    }

    /// Starts `command`, which runs [HostMain] on the host by the words `reach`; `say` prints a line to the user. Each
    /// stream of a PE may have `window` bytes on their way.
    RemoteHost(String name, String reach, ProcessBuilder command, int window, Consumer<String> say, Listener listener)
            throws IOException {
        this.name = name;
        this.reach = reach;
        this.window = window;
        this.process = command.start();
        this.outbox = new Outbox(process.getOutputStream(), "to " + name);
        this.commands = new Frames.Writer(outbox);
        this.errors = new HostErrors(name, process.getErrorStream(), say);
        this.listening = Thread.ofPlatform().daemon().name("host " + name).start(() -> listen(listener));
    }

    /// The host's name.
    String name() {
        return name;
    }

    /// Waits for what the host is, or refuses.
    Frame.Hello hello() {
        return await(hello);
    }

    /// Waits for the address of its agent, or refuses.
    byte[] address() {
        return await(ready);
    }

    private <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new Refused(e.getCause().getMessage());
        } catch (TimeoutException e) {
            throw new Refused("host %s: '%s' has not answered for %d s%s; try it by hand"
                    .formatted(name, reach, START_SECONDS, errors.kept(false)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted while connecting to host " + name);
        }
    }

    /// Waits until the host has given all that its PEs have recorded; why it has not, or null.
    String collected() {
        try {
            String why = collected.get(); // a host that goes silent is lost
            return why.isEmpty() ? null : why;
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /// Starts processes of PEs there. [#started] has each of them.
    void start(List<PeStart> starts) {
        for (PeStart start : starts) parts.put(start.first(), new Starting(start.count(), new CompletableFuture<>()));
        send(Frame.Start.of(starts));
    }

    /// The process with this first PE, once it has been started; refuses where the host is lost.
    RemotePart started(int first) throws IOException {
        // the part stands in the table before the look at `lost`, which is set before a look at the table
        CompletableFuture<RemotePart> part = parts.get(first).part;
        if (lost) throw new Refused(NOT_WITHOUT.formatted(name));
        try {
            return part.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (lost) throw new Refused(NOT_WITHOUT.formatted(name));
            throw new IOException("on host %s, %s".formatted(name, e.getCause().getMessage()));
        } catch (TimeoutException e) {
            throw new IOException("host %s has not answered for %d s".formatted(name, START_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while host %s starts it".formatted(name), e);
        }
    }

    /// Sends the host a frame, as long as it is there. Never waits: a host that is stopped does not read.
    void send(Frame frame) {
        try {
            if (!lost) commands.send(frame);
        } catch (UncheckedIOException e) {
            // the end of its output says that it is gone
        }
    }

    /// Whether it has sent nothing for longer than this.
    boolean isSilent(long nanos) {
        return silence.isLongerThan(nanos);
    }

    private void listen(Listener listener) {
        String why;
        try {
            var in = new Frames.Reader(process.getInputStream());
            if (in.greeted()) {
                for (Frame frame = in.next(); frame != null; frame = in.next()) {
                    silence.heard();
                    take(frame, listener);
                    silence.heard(); // a slow disk here is no silence there
                }
            }
            why = "'%s' ended%s".formatted(reach, status());
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            why = String.valueOf(e.getMessage());
        }
        if (!closing) gone(listener, why);
    }

    /// With what status, where its end follows that of its output.
    private String status() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS) ? " with status " + process.exitValue() : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void take(Frame frame, Listener listener) {
        switch (frame) {
            case Frame.Hello is -> {
                errors.answered();
                hello.complete(is);
            }
            case Frame.Ready is -> {
                if (is.refusal().isEmpty()) ready.complete(is.address());
                else ready.completeExceptionally(new IOException("host %s: %s".formatted(name, is.refusal())));
            }
            case Frame.Started is -> {
                Starting starting = parts.get(is.pe());
                if (is.refusal().isEmpty()) {
                    starting.part.complete(new RemotePart(this, is.pe(), starting.count, is.pid(), window));
                } else starting.part.completeExceptionally(new IOException(is.refusal()));
            }
            case Frame.Output is -> part(is.pe()).wrote(is.error(), is.bytes());
            case Frame.Collected is -> collected.complete(is.why());
            case Frame.Ended is -> part(is.pe()).ended(is.status());
            default -> listener.received(frame);
        }
    }

    private RemotePart part(int pe) {
        return parts.get(pe).part.join();
    }

    /// Gives the host up, once.
    void gone(Listener listener, String why) {
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
        process.destroyForcibly();
        hello.completeExceptionally(new IOException(refusal));
        ready.completeExceptionally(new IOException(refusal));
        collected.completeExceptionally(new IOException(why));
        if (!closing && known) listener.lost(this, why); // else the refusal says all
        for (Starting starting : parts.values()) {
            starting.part.completeExceptionally(new IOException(why));
            if (!starting.part.isCompletedExceptionally()) starting.part.join().lost();
        }
    }

    /// When it returns, the host is not listened to any more.
    @Override
    public void close() {
        closing = true;
        errors.close();
        try {
            outbox.close(); // it ends by itself then, and its PEs with it
            if (!process.waitFor(1, TimeUnit.SECONDS)) process.destroyForcibly();
            listening.join(LISTENING_MILLIS); // the end of its output, unless it has left somebody who holds that
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
