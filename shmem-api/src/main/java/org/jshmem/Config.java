// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;

/// The settings of a program for [Shmem#run(String\[\], Config, Program)]. The launcher's options and the
/// environment win over them.
///
/// ```java
/// Config config = new Config(1L << 30, ThreadLevel.MULTIPLE, Duration.ofSeconds(30)); // 1 GiB each
/// Shmem.run(new String[0], config, (sh, a) -> System.out.println(sh.heapSize()));
/// ```
///
/// @param symmetricSize bytes of symmetric heap for each PE, or 0 for the default: half of the host's free memory
///        over its PEs, at most 4 GiB each (64 MiB on a simulated machine)
/// @param threads the thread level the program needs
/// @param timeout the longest wait inside the library, after which it throws
///        [ShmemTimeoutException]; zero for no limit
public record Config(long symmetricSize, ThreadLevel threads, Duration timeout) {

    /// No demands: the default of each component.
    public static final Config DEFAULT = new Config(0, ThreadLevel.SINGLE, Duration.ZERO);

    /// Checks the components.
    ///
    /// @throws IllegalArgumentException if `symmetricSize` or `timeout` is negative
    /// @throws NullPointerException if `threads` or `timeout` is missing
    public Config {
        if (symmetricSize < 0) {
            throw new IllegalArgumentException(
                    "symmetricSize=" + symmetricSize + " is negative; give bytes, or 0 for the default");
        }
        if (threads == null) throw new NullPointerException("threads is null; give a ThreadLevel");
        if (timeout == null) throw new NullPointerException("timeout is null; give Duration.ZERO for no limit");
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout=" + timeout + " is negative; give Duration.ZERO for no limit");
        }
    }
}
