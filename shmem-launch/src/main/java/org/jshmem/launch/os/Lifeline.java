// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.runtime.settings.KernelFile;

/// The end of a launcher that is killed: a shell reads the numbers of its processes from a pipe.
/// When the pipe ends, it kills them, and removes the folder of the launcher.
public final class Lifeline {
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
            kill -9 $all
            [ ! -e "$1" ] || rm -rf "$1"
            """;

    private static final long LOOK_NANOS = 250_000_000;

    /// To the shell; null before the first use.
    private static OutputStream pids;

    private Lifeline() {}

    /// Starts the shell in a thread of its own, while the caller reads files.
    public static void prepare(ScratchFolder scratch) {
        Thread.ofPlatform().daemon().name("lifeline").start(() -> open(scratch.path.toString()));
    }

    private static synchronized void open(String folder) {
        if (pids != null) return;
        var shell = new ProcessBuilder("sh", "-c", SHELL, "sh", folder)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        try {
            pids = shell.start().getOutputStream();
        } catch (IOException e) {
            pids = OutputStream.nullOutputStream(); // the processes outlive a killed launcher
        }
    }

    /// Adds (`+`) the number of a process that has begun, or removes (`-`) that of one that has
    /// ended.
    static synchronized void write(char sign, int pid) {
        open("");
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
