// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The start of processes, whose output comes through pipes.
public final class Processes {
    private static final int STACK_BYTES = 1 << 16;

    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final String NO_ROOM =
            "(?s).*(error: (11|12|24) |Too many open files|unable to create|temporarily unavailable).*";

    private Processes() {}

    /// Starts a process. Its standard input is that of this process or `/dev/null`; each of its other streams is a
    /// pipe, or that of this process. It blocks none of the signals for which this process waits.
    /// The calling thread becomes its parent.
    public static ChildProcess start(ProcessBuilder command) throws IOException {
        List<String> words = new ArrayList<>(Signals.unblocked());
        words.addAll(command.command());
        command.command(words);
        if (command.redirectInput() == Redirect.PIPE) command.redirectInput(new File("/dev/null"));
        var output = new Pipe();
        var errors = new Pipe();
        try {
            if (command.redirectOutput() == Redirect.PIPE) command.redirectOutput(output.open());
            if (command.redirectError() == Redirect.PIPE) command.redirectError(errors.open());
            Process process = command.start();
            var child = new ChildProcess((int) process.pid(), output, errors);
            // no onExit(): it takes a thread once the process has ended, and says nothing if there is no room for one
            Thread.ofPlatform()
                    .daemon()
                    .stackSize(STACK_BYTES)
                    .name("end of process " + process.pid())
                    .start(() -> awaitEnd(process, child));
            return child;
        } catch (IOException e) {
            output.close();
            errors.close();
            throw e;
        } finally {
            output.closeWriter();
            errors.closeWriter();
        }
    }

    private static void awaitEnd(Process process, ChildProcess child) {
        try {
            child.end().complete(process.waitFor());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The reason why a process could not be made, and the remedy unless the reason has it.
    public static String advice(Throwable e) {
        String why =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip(); // the JDK guesses below
        if (why.contains("Argument list too long"))
            return why + "; shorten the class path, the options or the environment";
        if (!why.matches(NO_ROOM)) return why;
        String limit = why.contains("Too many open files")
                ? "the limit on open files (ulimit -n)"
                : "the limit on processes (ulimit -u) or the memory";
        return why + "; " + limit + " is too low: raise it, or start fewer PEs";
    }

    /// Whether a command of this name can be started.
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
