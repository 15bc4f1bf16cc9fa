// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jshmem.launch.hosts.Frames.Frame;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.Refused;

/// One host as the launcher sees it: a process that runs a command there, and what the two tell each other.
final class RemoteHost implements AutoCloseable {
    private static final long START_SECONDS = 30;
    private static final long LISTENING_MILLIS = 1000;
    private static final long LAST_WORDS_MILLIS = 5000;
    private static final int MOST_WORDS = 8;
    private static final String NOT_WITHOUT = "the job cannot start without host %s";

    private final String name;
    private final int window;
    private final Process process;
    private final Thread listening;
    private final Thread reading;
    private final String reach;
    private final Outbox outbox;
    private final Frames.Writer commands;
    private final Map<Integer, Starting> parts = new ConcurrentHashMap<>();
    private final CompletableFuture<Hello> hello = new CompletableFuture<>();
    private final CompletableFuture<byte[]> ready = new CompletableFuture<>();
    private final CompletableFuture<String> collected = new CompletableFuture<>();
    private final Consumer<String> say;
    private final List<String> firstWords = new ArrayList<>(); // until it is met, and guarded by this
    private boolean met;
    private final Silence silence = new Silence();
    private volatile boolean closing;
    private volatile boolean lost;

    /// What a host is.
    ///
    /// @param cores that PEs may use
    /// @param ucx what it has of UCX
    /// @param interfaces on which its agent may listen
    /// @param build what has to be the same everywhere
    record Hello(int cores, WireChoice.Offer ucx, Interfaces interfaces, Map<String, String> build) {}

    /// A process that has been asked for, and what became of it.
    private record Starting(int count, CompletableFuture<RemotePart> part) {}

    /// Whom a host's frames concern.
    interface Listener {
        /// A frame for the mirror of the job.
        void heard(RemoteHost host, Frame frame) throws IOException;

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
        this.say = say;
        this.process = command.start();
        this.outbox = new Outbox(process.getOutputStream(), "to " + name);
        this.commands = new Frames.Writer(outbox);
        this.reading = Thread.ofPlatform().daemon().name("words of " + name).start(this::readWords);
        this.listening = Thread.ofPlatform().daemon().name("host " + name).start(() -> listen(listener));
    }

    /// The host's name.
    String name() {
        return name;
    }

    /// Waits for what the host is, or refuses.
    Hello hello() {
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
                    .formatted(name, reach, START_SECONDS, heard()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted");
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

    /// Starts a process of PEs there, or refuses where the host is lost.
    RemotePart start(PeStart start) throws IOException {
        var part = new CompletableFuture<RemotePart>();
        // before the look at `lost`, which is set before a look at the parts
        parts.put(start.first(), new Starting(start.count(), part));
        if (lost) throw new Refused(NOT_WITHOUT.formatted(name));
        tell(Frames.START, out -> Frames.put(out, start));
        try {
            return part.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (lost) throw new Refused(NOT_WITHOUT.formatted(name));
            throw new IOException("on host %s, %s".formatted(name, e.getCause().getMessage()));
        } catch (TimeoutException e) {
            throw new IOException("host %s has not answered for %d s".formatted(name, START_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Tells the host something, as long as it is there. Never waits: a host that is stopped does not read.
    void tell(int kind, Frames.Content content) {
        try {
            if (!lost) commands.send(kind, content);
        } catch (UncheckedIOException e) {
            // the end of its output says that it is gone
        }
    }

    /// Tells the host something about a PE.
    void tell(int kind, int pe) {
        tell(kind, out -> out.writeInt(pe));
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
            why = "its process ended";
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            why = String.valueOf(e.getMessage());
        }
        if (!closing) gone(listener, why);
    }

    private void take(Frame frame, Listener listener) throws IOException {
        DataInputStream in = frame.in();
        switch (frame.kind()) {
            case Frames.HELLO -> {
                meet();
                hello.complete(hello(in));
            }
            case Frames.READY -> {
                String refusal = Frames.text(in);
                if (refusal.isEmpty()) ready.complete(in.readNBytes(in.readInt()));
                else ready.completeExceptionally(new IOException("host %s: %s".formatted(name, refusal)));
            }
            case Frames.STARTED -> {
                int first = in.readInt();
                long pid = in.readLong();
                String refusal = Frames.text(in);
                Starting starting = parts.get(first);
                if (refusal.isEmpty()) starting.part.complete(new RemotePart(this, first, starting.count, pid, window));
                else starting.part.completeExceptionally(new IOException(refusal));
            }
            case Frames.OUTPUT -> parts.get(in.readInt()).part.join().wrote(in.readBoolean(), in.readAllBytes());
            case Frames.COLLECTED -> collected.complete(Frames.text(in));
            case Frames.ENDED -> {
                listener.heard(this, frame);
                parts.get(in.readInt()).part.join().ended(in.readInt());
            }
            default -> listener.heard(this, frame);
        }
    }

    private Hello hello(DataInputStream in) throws IOException {
        int cores = in.readInt();
        var ucx = new WireChoice.Offer(name, Frames.text(in), Frames.text(in));
        return new Hello(cores, ucx, Interfaces.read(in), Frames.map(in));
    }

    /// The host has answered: what was written before is printed after all, and from now on each line.
    private synchronized void meet() {
        met = true;
        for (String line : firstWords) say.accept(name + ": " + line);
        firstWords.clear();
    }

    private synchronized void heard(String line) {
        if (met) {
            if (!closing) say.accept(name + ": " + line);
        } else if (firstWords.size() < MOST_WORDS) {
            firstWords.add(line);
        }
    }

    /// What was written by a host that has not answered: for a refusal, which is one line.
    private synchronized String heard() {
        return firstWords.isEmpty() ? "" : ": " + String.join(" / ", firstWords);
    }

    /// Gives the host up, once.
    void gone(Listener listener, String why) {
        boolean known;
        synchronized (this) {
            if (lost) return;
            lost = true;
            known = met;
        }
        if (!known) awaitLastWords();
        process.destroyForcibly();
        String refusal = known
                ? "host %s: %s before the job began; see the lines of that host above".formatted(name, why)
                : "host %s: '%s' ended before the job began%s; try it by hand, and see whether jshmem is in the same folder there"
                        .formatted(name, reach, heard());
        hello.completeExceptionally(new IOException(refusal));
        ready.completeExceptionally(new IOException(refusal));
        collected.completeExceptionally(new IOException(why));
        if (!closing && known) listener.lost(this, why); // else the refusal says all
        for (Starting starting : parts.values()) {
            starting.part.completeExceptionally(new IOException(why));
            if (!starting.part.isCompletedExceptionally()) starting.part.join().lost();
        }
    }

    /// What it wrote before its end may still be on its way.
    private void awaitLastWords() {
        try {
            reading.join(LAST_WORDS_MILLIS); // a process that ssh has left may hold the stream open
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readWords() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("WARNING: Using incubator modules")) heard(line);
            }
        } catch (IOException e) {
            // its end
        }
    }

    /// When it returns, the host is not listened to any more.
    @Override
    public void close() {
        closing = true;
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
