// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.shm.system.CFunction;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Memory;

/// The start of processes, whose output comes through pipes.
public final class Processes {
    private static final long O_CLOEXEC = 0x80000;

    private Processes() {}

    /// Starts a process. Its standard input is that of this process or `/dev/null`; each of its other streams is a
    /// pipe, or that of this process. It blocks none of the signals for which this process waits.
    /// The calling thread becomes its parent.
    public static ChildProcess start(ProcessBuilder command) throws IOException {
        List<String> words = new ArrayList<>(Signals.unblocked());
        words.addAll(command.command());
        command.command(words);
        if (command.redirectInput() == Redirect.PIPE) command.redirectInput(new File("/dev/null"));
        try (Pipe output = new Pipe();
                Pipe errors = new Pipe()) {
            if (command.redirectOutput() == Redirect.PIPE) command.redirectOutput(output.open());
            if (command.redirectError() == Redirect.PIPE) command.redirectError(errors.open());
            Process process = command.start();
            var child = new ChildProcess((int) process.pid(), output.reader(), errors.reader());
            process.onExit().thenAccept(ended -> child.end().complete(ended.exitValue()));
            return child;
        }
    }

    /// A pipe from a process. The JDK closes its own pipes when the process ends, and loses the output of processes
    /// that this one has started and that outlive it.
    private static final class Pipe implements AutoCloseable {
        private final List<Integer> ends = new ArrayList<>();

        /// Makes the pipe. Returns the name of the end for the process.
        File open() throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                long pair = arena.allocate(2 * Integer.BYTES, Integer.BYTES).address();
                if ((int) CFunction.named("pipe2").call(pair, O_CLOEXEC, 0, 0, 0, 0) < 0)
                    throw new IOException("pipe2 failed: Too many open files, or no memory");
                ends.addAll(List.of(Memory.getInt(pair), Memory.getInt(pair + Integer.BYTES)));
                return name(1);
            }
        }

        /// The end for this process; empty if the pipe was not made.
        InputStream reader() throws IOException {
            return ends.isEmpty() ? InputStream.nullInputStream() : new FileInputStream(name(0));
        }

        private File name(int end) {
            return new File("/proc/self/fd/" + ends.get(end));
        }

        @Override
        public void close() {
            ends.forEach(SystemCalls::close);
        }
    }

    /// Whether a command of this name can be started.
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
