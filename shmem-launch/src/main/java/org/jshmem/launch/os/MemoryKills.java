// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.nio.file.Path;

/// The processes of this machine, in containers and outside, that the kernel has killed for lack of memory since this
/// object was made. The kernel counts them, but does not name the memory as the reason to the parent of a killed
/// process.
public final class MemoryKills {
    private final Path root;
    private final long before;

    /// Counts from now on.
    public MemoryKills() {
        this(Path.of("/"));
    }

    MemoryKills(Path root) {
        this.root = root;
        before = HostLimits.killedForMemory(root);
    }

    /// A clause for the report on a process that SIGKILL ended; empty if the kernel has killed none for lack of memory.
    public String clause() {
        long killed = HostLimits.killedForMemory(root) - before;
        if (killed <= 0) return "";
        return "; meanwhile the kernel has killed %d %s for lack of memory: lower --heap, or give the job more memory"
                .formatted(killed, killed == 1 ? "process" : "processes");
    }
}
