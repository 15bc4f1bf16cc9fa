// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.transport.CFunction;

/// A process that this one has started, whose output comes through pipes.
public class ChildProcess {
    private static final int STACK_BYTES = 1 << 16;

    /// The time in which hooks of a program write their files.
    private static final long STOP_NANOS = 5_000_000_000L;

    /// timeout(1) signals a launcher and its group: a second stop within this time is the first one.
    private static final long REPEAT_NANOS = 200_000_000;

    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final String NO_ROOM =
            "(?s).*(error: (11|12|24) |Too many open files|unable to create|temporarily unavailable).*";

    public final int pid;

    /// The pipe from its standard output; empty without one.
    public final Pipe output;

    /// The pipe from its standard error; empty without one.
    public final Pipe errors;

    /// Completes with its exit status, or with 128 and the signal that killed it.
    public final CompletableFuture<Integer> end = new CompletableFuture<>();

    private long stoppedAt; // 0 before

    protected ChildProcess(int pid, Pipe output, Pipe errors) {
        this.pid = pid;
        this.output = output;
        this.errors = errors;
    }

    /// Starts a process. Its standard input is that of this process or `/dev/null`; each of its
    /// other streams is a pipe, or that of this process. It blocks none of the signals for which
    /// this process waits. It ends if this process is killed.
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
            Lifeline.write('+', child.pid);
            // no onExit(): it takes a thread once the process has ended, and says nothing if there is no room for one
            Thread.ofPlatform()
                    .daemon()
                    .stackSize(STACK_BYTES)
                    .name("end of process " + process.pid())
                    .start(() -> child.awaitEnd(process));
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

    private void awaitEnd(Process process) {
        try {
            int status = process.waitFor();
            Lifeline.write('-', pid);
            end.complete(status);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sends it a signal, unless it has ended: its number may be another process's then.
    public void signal(int number) {
        if (!end.isDone()) CFunction.named("kill").call(pid, number, 0, 0, 0, 0);
    }

    /// Passes a signal of the user on. A process without a handler, such as a JVM that starts, does not get it.
    public final void pass(int number) {
        if (Signals.isHandled(number, pid)) signal(number);
    }

    public final void kill() {
        signal(Signals.KILL);
    }

    /// Stops it by SIGTERM, and kills it if it has not ended after a grace, or at the second call.
    public final synchronized void stop() {
        long now = System.nanoTime();
        if (stoppedAt != 0) {
            if (now - stoppedAt > REPEAT_NANOS) kill();
            return;
        }
        stoppedAt = now;
        signal(Signals.TERM);
        CompletableFuture.delayedExecutor(STOP_NANOS, TimeUnit.NANOSECONDS).execute(this::kill);
    }

    /// The reason why a process could not be made, and the remedy unless the reason has it.
    public static String advice(Throwable e) {
        String why = String.valueOf(e.getMessage()).replaceFirst("(?s)\n.*", "").strip(); // the JDK guesses below
        boolean words = why.contains("Argument list too long");
        if (words) return why + "; shorten the class path, the options or the environment";
        if (!why.matches(NO_ROOM)) return why;
        String limit = why.contains("Too many open files")
                ? "the limit on open files (ulimit -n)"
                : "the limit on processes (ulimit -u) or the memory";
        return why + "; " + limit + " is too low: raise it, or start fewer PEs";
    }

    /// The words by which this JVM was started, up to its main class.
    public static List<String> ownCommand(String main) throws IOException {
        // the JDK's own ProcessHandle has no arguments if they are longer than a page
        List<String> words =
                List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0"));
        return words.subList(0, 1 + words.indexOf(main));
    }

    /// Whether a command of this name can be started.
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
