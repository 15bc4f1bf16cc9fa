// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.runtime.settings.KernelFile;

/// The launcher's standard input. A terminal is read only while the launcher is in the terminal's foreground: SIGTTIN
/// would stop a background process that reads.
/*
 * The launcher blocks SIGTTIN. A read in the background then fails with EIO, also one that began in the foreground, and
 * is repeated in the foreground.
 */
public final class StandardInput {
    private static final long LOOK_NANOS = 100_000_000;

    private StandardInput() {}

    private static boolean isTerminal() {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.startsWith("/dev/console");
        } catch (IOException e) {
            return false; // closed
        }
    }

    /// Whether it is a terminal that this process must not read now.
    public static boolean isOthers() {
        return isTerminal() && !isInForeground();
    }

    /// Whether this process is in its terminal's foreground, or has no terminal.
    private static boolean isInForeground() {
        String[] fields = KernelFile.state("self").split(" ", 7);
        return fields.length < 6 || fields[5].equals("-1") || fields[2].equals(fields[5]);
    }

    private static int read(InputStream in, byte[] to, boolean terminal) throws IOException {
        while (true) {
            while (terminal && !isInForeground()) LockSupport.parkNanos(LOOK_NANOS);
            try {
                return in.read(to);
            } catch (IOException e) {
                if (!terminal || isInForeground()) throw e;
            }
        }
    }

    /// The target of [#copyTo].
    public interface Target {
        /// Takes the next bytes, or none at the end.
        void take(byte[] bytes) throws IOException, InterruptedException;
    }

    /// Copies all of it, from a thread of its own, until either end is closed.
    public static void copyTo(Target target) {
        Thread.ofPlatform().daemon().name("input").start(() -> {
            byte[] chunk = new byte[1 << 14];
            boolean terminal = isTerminal();
            try (var in = new FileInputStream(FileDescriptor.in)) {
                for (int n = read(in, chunk, terminal); n >= 0; n = read(in, chunk, terminal)) {
                    if (n > 0) target.take(Arrays.copyOf(chunk, n));
                }
            } catch (IOException e) {
                // the end of the input, or of the PE
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            try {
                target.take(new byte[0]);
            } catch (IOException | InterruptedException e) {
                // its reader has ended
            }
        });
    }
}
