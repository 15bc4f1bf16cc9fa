// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.launch.Oshrun;

/// A launcher with a bug: a thread ends by an exception once a file exists, the first argument. The others are those of
/// the launcher.
public final class BrokenLauncher {
    private BrokenLauncher() {}

    /// Launches.
    public static void main(String[] args) throws InterruptedException {
        Path go = Path.of(args[0]);
        Thread.ofPlatform().daemon().start(() -> {
            while (!Files.exists(go)) LockSupport.parkNanos(10_000_000);
            throw new IllegalStateException("a bug");
        });
        Oshrun.main(Arrays.copyOfRange(args, 1, args.length));
    }
}
