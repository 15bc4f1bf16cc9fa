// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A shell with job control in a pseudo-terminal of its own, by script(1) of util-linux.
final class Terminal implements AutoCloseable {
    static final String CTRL_C = "\u0003";
    static final String CTRL_BACKSLASH = "\u001c";
    static final String CTRL_Z = "\u001a";
    private static final long DEADLINE_NANOS = 120_000_000_000L;

    private final Process script;
    private final StringBuilder screen = new StringBuilder();
    private int seen;

    Terminal() throws IOException {
        List<String> command = new ArrayList<>(Launch.HEARING);
        command.addAll(List.of("script", "-qfc", "exec bash --norc --noprofile --noediting -i", "/dev/null"));
        script = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread.ofPlatform().daemon().start(() -> read(script.getInputStream()));
        await("bash-"); // its prompt: what is typed before that is lost
        line("stty -echo; PS1=; export JSHMEM_ROOT='%s'; echo shell is ready".formatted(Launch.root()));
        await("\nshell is ready");
    }

    /// Whether there is what this needs.
    static boolean isPossible() {
        return Files.isExecutable(Path.of("/usr/bin/script")) && Files.isExecutable(Path.of("/bin/bash"));
    }

    private void read(InputStream from) {
        try (from) {
            for (int c = from.read(); c >= 0; c = from.read()) {
                synchronized (screen) {
                    if (c != '\r') screen.append((char) c);
                    screen.notifyAll();
                }
            }
        } catch (IOException e) {
            // the terminal is closed
        }
    }

    /// Types keys.
    void type(String keys) throws IOException {
        script.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        script.getOutputStream().flush();
    }

    /// Types a line.
    void line(String line) throws IOException {
        type(line + "\n");
    }

    /// Waits until this text comes, after what was awaited before.
    void await(String text) {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        synchronized (screen) {
            int at;
            while ((at = screen.indexOf(text, seen)) < 0) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0 || !script.isAlive())
                    fail("'%s' did not come on the screen:%n%s".formatted(text, screen));
                try {
                    screen.wait(Math.min(left, 1000));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            seen = at + text.length();
        }
    }

    /// Waits for the end of this launcher, which may take what is typed while it is in the foreground, and compares its
    /// status.
    void awaitStatus(long launcher, int expected) throws IOException {
        awaitEnd(launcher);
        line("echo status=$?.");
        await("status=" + expected + ".");
    }

    String screen() {
        synchronized (screen) {
            return screen.toString();
        }
    }

    /// Closes the terminal, as when a window is closed or a connection breaks.
    void hangUp() {
        script.destroyForcibly();
        try {
            assertTrue(script.waitFor(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        hangUp();
    }

    /// The launcher that was started with this word among its arguments.
    static long launcherOf(String word) {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        while (System.nanoTime() < deadline) {
            List<Long> found = ProcessHandle.allProcesses()
                    .map(ProcessHandle::pid)
                    .filter(pid -> isLauncher(pid, word))
                    .toList();
            if (found.size() == 1) return found.getFirst();
            sleep();
        }
        throw new AssertionError("no launcher with " + word);
    }

    private static boolean isLauncher(long pid, String word) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
            int main = line.indexOf(Oshrun.class.getName() + '\0');
            return main >= 0 && line.indexOf(word, main) >= 0; // those of several hosts have their words in a variable
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /// Waits until a process has ended.
    static void awaitEnd(long pid) {
        await(() -> !Files.exists(Path.of("/proc", Long.toString(pid))), "process " + pid + " does not end");
    }

    /// Waits until a process is in this state, a letter as ps(1) shows it.
    static void awaitState(long pid, char state) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        await(
                () -> {
                    String text = Files.readString(stat);
                    return text.charAt(text.lastIndexOf(')') + 2) == state;
                },
                "process %d does not get into state %s".formatted(pid, state));
    }

    /// Something that comes true.
    interface Condition {
        boolean holds() throws IOException;
    }

    static void await(Condition condition, String otherwise) {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        try {
            while (!condition.holds()) {
                if (System.nanoTime() > deadline) fail(otherwise);
                sleep();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
