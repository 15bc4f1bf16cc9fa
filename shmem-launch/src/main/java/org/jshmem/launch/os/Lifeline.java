// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.runtime.settings.KernelFile;

/// The end of processes whose launcher is killed. The kernel kills them if `setpriv` can request that, which one trial
/// call shows: busybox's and an older one cannot. Otherwise a shell does, which reads their numbers from a pipe and
/// kills them when the pipe ends.
public final class Lifeline {
    private static final List<String> SETPRIV = List.of("setpriv", "--pdeathsig", "KILL", "--");

    /// The numbers stand between spaces.
    private static final String SHELL = """
            trap '' HUP INT QUIT TERM
            all=' '
            while read -r sign pid; do
              case $sign in
                +) all="$all$pid " ;;
                *) all="${all%% $pid *} ${all#* $pid }" ;;
              esac
            done
            kill -9 $all""";

    private static final long LOOK_NANOS = 250_000_000;

    /// To the shell; null without one.
    private final OutputStream pids;

    /// Made at the first use.
    private static final class Made {
        static final Lifeline LIFELINE = new Lifeline();
    }

    private Lifeline() {
        pids = isOfKernel() ? null : shell();
    }

    /// Makes the trial call in a thread of its own, while the caller reads files.
    public static void prepare() {
        Thread.ofPlatform().daemon().name("lifeline").start(Lifeline::words);
    }

    /// Whether the kernel ends the processes.
    public static boolean isOfKernel() {
        List<String> trial = new ArrayList<>(SETPRIV);
        trial.add("true");
        try {
            return quiet(trial).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static ProcessBuilder quiet(List<String> command) {
        return new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    }

    private static OutputStream shell() {
        try {
            return quiet(List.of("sh", "-c", SHELL)).start().getOutputStream();
        } catch (IOException e) {
            return null; // no shell: the same
        }
    }

    /// The words before the command of a process.
    static List<String> words() {
        return Made.LIFELINE.pids == null ? SETPRIV : List.of();
    }

    static void begun(int pid) {
        Made.LIFELINE.write('+', pid);
    }

    static void ended(int pid) {
        Made.LIFELINE.write('-', pid);
    }

    private synchronized void write(char sign, int pid) {
        if (pids == null) return;
        try {
            pids.write((sign + " " + pid + "\n").getBytes(StandardCharsets.US_ASCII));
            pids.flush();
        } catch (IOException e) {
            // the shell was killed: the processes outlive a killed launcher
        }
    }

    /// Ends this process soon after the process that has started it, whose own launcher may have been killed.
    public static void followParent() {
        String parent = parent();
        Thread.ofPlatform().daemon().name("parent").start(() -> {
            String now = parent;
            while (now.equals(parent) || now.isEmpty()) { // empty if no descriptor is left
                LockSupport.parkNanos(LOOK_NANOS);
                now = parent();
            }
            Runtime.getRuntime().halt(128 + Signals.KILL);
        });
    }

    private static String parent() {
        return KernelFile.after("PPid:", Path.of("/proc/self/status"));
    }
}
