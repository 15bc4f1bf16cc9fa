// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.time.Duration;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;

/// A job of one PE in JMH's own JVM.
final class OnePe {
    private static final long HEAP = 256 << 20;

    private OnePe() {}

    static Shmem start() {
        return Shmem.init(new Config(HEAP, ThreadLevel.MULTIPLE, Duration.ZERO));
    }
}
