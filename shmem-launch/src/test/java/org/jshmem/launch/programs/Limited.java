// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;

/// Waits for ever, with a `Config` that allows a second.
public final class Limited {
    private Limited() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        var config = new Config(0, ThreadLevel.SINGLE, Duration.ofSeconds(1));
        Shmem.run(args, config, (sh, a) -> sh.longs(1).waitUntil(0, Cmp.EQ, 1));
    }
}
