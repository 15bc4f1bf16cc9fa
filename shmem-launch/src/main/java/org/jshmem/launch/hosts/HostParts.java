// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.HostLimits;

/// The processes of one host's PEs, by their first PEs. This class starts them for the launcher and forwards their
/// input and output.
final class HostParts {
    private final Frames.Writer launcher;
    private final Path folder;
    private final Path jobFile;
    private final int window;
    private final Map<String, String> own;
    private final Runnable whenEnded;
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
            process.end().thenAccept(status -> ended(pe, status));
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

    private void ended(int pe, int status) {
        whenEnded.run();
        launcher.send(new Frame.Ended(pe, status));
    }

    private void forward(int pe, boolean error, InputStream in) {
        Semaphore room = rooms.get(pe)[error ? 1 : 0];
        Thread.ofVirtual().name("output of PE " + pe).start(() -> {
            byte[] chunk = new byte[Frames.chunk(window)];
            try {
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    room.acquire(n); // without room the pipe fills, and the PE waits
                    launcher.send(new Frame.Output(pe, error, Arrays.copyOf(chunk, n)));
                }
            } catch (IOException | UncheckedIOException | InterruptedException e) {
                // the end of the stream, or of the launcher
            } finally {
                launcher.send(new Frame.Output(pe, error, new byte[0]));
            }
        });
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
