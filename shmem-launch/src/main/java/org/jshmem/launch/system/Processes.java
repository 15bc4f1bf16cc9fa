// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jshmem.shm.PipePoll;
import org.jshmem.shm.Spawn;

/// The processes that this one has started: one thread reads the pipes of all of them, fills their inputs,
/// and takes their statuses.
/*
 * A `Process` of the JDK has a thread that waits for its end, and needs one more for each pipe that is
 * read. Here bytes wait in queues, for virtual threads.
 */
public final class Processes {
    private static final int CHUNK_BYTES = 1 << 14;

    /// The longest time between two looks for ended processes that the kernel does not report, and while
    /// there are none.
    private static final int LOOK_MILLIS = 10;

    private static final int IDLE_MILLIS = 250;

    private static final byte[] INHERITED = inherited();

    private static Processes running;

    private final PipePoll poll = new PipePoll();
    private final Map<Integer, Runnable> watched = new ConcurrentHashMap<>();
    private final Set<ChildProcess> unreported = ConcurrentHashMap.newKeySet();
    private final MemorySegment room = Arena.ofAuto().allocate(CHUNK_BYTES);
    private final boolean reports;

    /// `reports` is false on a kernel that does not report the ends of processes, as before Linux 5.3.
    Processes(boolean reports) throws IOException {
        this.reports = reports;
        Spawn.keepStatuses();
        Thread.ofPlatform().daemon().name("processes").start(this::run);
    }

    private static synchronized Processes running() throws IOException {
        if (running == null) running = new Processes(true);
        return running;
    }

    /// Starts a process. Each of its streams is a pipe, or that of this process; any file stands for
    /// `/dev/null`. The calling thread becomes its parent.
    public static ChildProcess start(ProcessBuilder command) throws IOException {
        return running().begin(command);
    }

    ChildProcess begin(ProcessBuilder command) throws IOException {
        List<String> words = new ArrayList<>(command.command());
        if (command.directory() != null)
            words.addAll(0, List.of("env", "-C", command.directory().getPath()));
        List<Redirect> streams = List.of(command.redirectInput(), command.redirectOutput(), command.redirectError());
        int[] given = {0, 1, 2};
        List<Integer> theirs = new ArrayList<>();
        ProcessInput input = null;
        InputStream[] outputs = new InputStream[given.length];
        try {
            for (int k = 0; k < given.length; k++) {
                outputs[k] = InputStream.nullInputStream();
                if (streams.get(k) == Redirect.INHERIT) continue;
                given[k] = Spawn.NOTHING;
                if (streams.get(k) != Redirect.PIPE) continue;
                int[] pipe = PipePoll.pipe();
                given[k] = pipe[k == 0 ? 0 : 1];
                theirs.add(given[k]);
                if (k == 0) input = new ProcessInput(pipe[1], this);
                else outputs[k] = new ProcessOutput(pipe[0], this);
            }
            int pid = Spawn.start(words, environment(command.environment(), INHERITED), given);
            var process = new ChildProcess(pid, input, outputs[1], outputs[2]);
            awaitEnd(process);
            return process;
        } catch (IOException e) {
            if (input != null) input.close();
            throw new IOException("Cannot run program \"%s\": %s".formatted(words.getFirst(), e.getMessage()));
        } finally {
            theirs.forEach(PipePoll::close); // the outputs of a process that has not started end by this too
        }
    }

    /// Whether a command of this name can be started.
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    private static byte[] inherited() {
        try {
            return Files.readAllBytes(Path.of("/proc/self/environ"));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /// The variables as `NAME=value` in bytes. A variable with the same value in `inherited` is passed on as it came,
    /// also if it is not text of the locale's charset.
    static List<byte[]> environment(Map<String, String> variables, byte[] inherited) {
        List<byte[]> block = new ArrayList<>();
        Map<String, String> others = new HashMap<>(variables);
        for (String raw : new String(inherited, StandardCharsets.ISO_8859_1).split("\0")) { // each byte a character
            byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
            String[] text = new String(bytes, Spawn.CHARSET).split("=", 2);
            if (text.length == 2 && others.remove(text[0], text[1])) block.add(bytes);
        }
        others.forEach((name, value) -> block.add((name + "=" + value).getBytes(Spawn.CHARSET)));
        return block;
    }

    private void awaitEnd(ChildProcess process) throws IOException {
        int descriptor = reports ? PipePoll.ofProcess(process.pid()) : -1;
        if (descriptor < 0) {
            unreported.add(process);
            return;
        }
        watch(descriptor, false, () -> {
            if (!process.reap()) return;
            unwatch(descriptor);
            PipePoll.close(descriptor);
        });
    }

    /// Runs an action in the thread here each time a descriptor has bytes, or room, or has ended.
    void watch(int descriptor, boolean writes, Runnable action) throws IOException {
        watched.put(descriptor, action);
        poll.add(descriptor, writes);
    }

    /// Ceases to watch a descriptor. Called by an action for its own descriptor: no other thread may close
    /// what this one is about to look at.
    void unwatch(int descriptor) {
        watched.remove(descriptor);
        poll.remove(descriptor);
    }

    /// The memory into which actions read.
    MemorySegment room() {
        return room;
    }

    private void run() {
        while (true) {
            for (int descriptor : poll.await(unreported.isEmpty() ? IDLE_MILLIS : LOOK_MILLIS)) {
                try {
                    watched.get(descriptor).run();
                } catch (OutOfMemoryError e) { // the limit on threads: one more could serve the queues, others do
                    continue;
                }
            }
            unreported.removeIf(ChildProcess::reap);
        }
    }
}
