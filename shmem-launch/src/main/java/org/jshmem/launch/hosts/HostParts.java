// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.HostLimits;

/// The processes of one host's PEs, by their first PEs. This class starts them for the launcher and forwards their
/// input and output.
final class HostParts {
    /// The end of a process is not sent later than this because of output that is not sent.
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final Frames.Writer launcher;
    private final Path folder;
    private final Path jobFile;
    private final int window;
    private final Map<String, String> own;
    private final Runnable whenEnded;
    private final Queue<End> ends = new ConcurrentLinkedQueue<>();
    private final Map<Integer, ChildProcess> parts = new ConcurrentHashMap<>();

    /// The bytes that each of their two streams may still send.
    private final Map<Integer, Semaphore[]> rooms = new ConcurrentHashMap<>();

    /// Frames are handled also while PE 0 does not read.
    private final ExecutorService input = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("input").factory());

    /// @param folder working folder of the PEs
    /// @param npes number of PEs of the job
    /// @param own variables of this host
    /// @param whenEnded action to run when a process has ended, before the launcher receives that
    HostParts(
            Frames.Writer launcher, Path folder, Path jobFile, int npes, Map<String, String> own, Runnable whenEnded) {
        this.launcher = launcher;
        this.folder = folder;
        this.jobFile = jobFile;
        this.window = Frames.window(npes);
        this.own = own;
        this.whenEnded = whenEnded;
        Thread.startVirtualThread(() -> {}); // under a limit on threads it is the first one that fails for good
    }

    Optional<ChildProcess> find(int pe) {
        return Optional.ofNullable(parts.get(pe));
    }

    Collection<ChildProcess> all() {
        return parts.values();
    }

    /// Starts processes, and sends the reason why one cannot start. The launcher receives no output of a PE
    /// before its start.
    void start(List<PeStart> starts) {
        try {
            HostLimits.checkOpenFiles(starts.size(), 0, starts.size() + " processes of PEs");
            starts.forEach(this::start);
        } catch (IOException e) {
            for (PeStart start : starts) launcher.send(new Frame.Started(start.first(), -1, e.getMessage()));
        }
    }

    private void start(PeStart start) {
        int pe = start.first();
        Redirect from = start.reads() ? Redirect.PIPE : Redirect.from(new File("/dev/null"));
        try {
            ChildProcess process = start.run(folder, jobFile, own, from, System.err::println);
            rooms.put(pe, new Semaphore[] {new Semaphore(window), new Semaphore(window)});
            parts.put(pe, process);
            launcher.send(new Frame.Started(pe, process.pid(), ""));
            forward(pe, process);
            process.end().thenAccept(status -> ended(pe, process, status));
        } catch (IOException e) {
            launcher.send(new Frame.Started(pe, -1, String.valueOf(e.getMessage())));
        }
    }

    private void forward(int pe, ChildProcess process) {
        try {
            forward(pe, false, process.output());
            forward(pe, true, process.errors());
        } catch (OutOfMemoryError e) { // threads count as processes
            process.kill();
        }
    }

    private void ended(int pe, ChildProcess process, int status) {
        whenEnded.run();
        ends.add(new End(pe, process, status, System.nanoTime()));
        sendEnds(System.nanoTime());
    }

    /// Sends the ends of processes whose output has been sent. It waits for a short time only for output that the
    /// launcher has no room for, or that another process still writes.
    synchronized void sendEnds(long now) {
        for (End end : ends) {
            if (end.hasOutput() && now - end.nanos < PATIENCE_NANOS || !ends.remove(end)) continue;
            launcher.send(new Frame.Ended(end.pe, end.status));
        }
    }

    /// The end of a process at a time.
    private record End(int pe, ChildProcess process, int status, long nanos) {
        boolean hasOutput() {
            try {
                return process.output().available() > 0 || process.errors().available() > 0;
            } catch (IOException e) {
                return false; // closed
            }
        }
    }

    private void forward(int pe, boolean error, InputStream in) {
        Semaphore room = rooms.get(pe)[error ? 1 : 0];
        Thread.ofVirtual().name("output of PE " + pe).start(() -> {
            try {
                in.transferTo(new Sender(pe, error, room)); // what it has not sent counts as available
            } catch (IOException | UncheckedIOException e) {
                // the end of the stream, or of the launcher
            } finally {
                launcher.send(new Frame.Output(pe, error, new byte[0]));
            }
        });
    }

    /// Sends the bytes of a stream in pieces.
    private final class Sender extends OutputStream {
        private final int pe;
        private final boolean error;
        private final Semaphore room;

        Sender(int pe, boolean error, Semaphore room) {
            this.pe = pe;
            this.error = error;
            this.room = room;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int most = Frames.chunk(window);
            for (int at = from; at < from + count; at += most) {
                int n = Math.min(most, from + count - at);
                try {
                    room.acquire(n); // without room the pipe fills, and the PE waits
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                launcher.send(new Frame.Output(pe, error, Arrays.copyOfRange(bytes, at, at + n)));
            }
        }
    }

    /// Adds room for output that has found its reader.
    void taken(Frame.OutputTaken taken) {
        rooms.get(taken.pe())[taken.error() ? 1 : 0].release(taken.bytes());
    }

    /// Writes bytes to the standard input of PE 0; no bytes close it.
    void input(byte[] bytes) {
        ChildProcess reader = parts.get(0);
        if (reader == null) return;
        input.execute(() -> {
            try {
                reader.input().take(bytes);
            } catch (IOException e) {
                // a PE need not read its input
            }
            launcher.send(new Frame.InputTaken(bytes.length));
        });
    }
}
