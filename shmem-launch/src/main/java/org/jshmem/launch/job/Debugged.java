// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// PEs that wait for a debugger before they start, each at a port of this host.
///
/// @param ports by PE
public record Debugged(Map<Integer, Integer> ports) {

    /// What the JVM of these PEs is told: nothing where none of them waits.
    public List<String> flags(int first, int count) {
        List<String> flags = new ArrayList<>();
        ports.forEach((pe, port) -> {
            if (pe < first || pe >= first + count || !flags.isEmpty()) return;
            flags.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:" + port);
        });
        return flags;
    }

    /// Says where to attach.
    public void tell(int npes, Consumer<String> say) {
        ports.forEach((pe, port) -> say.accept(
                "oshrun: PE %d/%d waits for a debugger: jdb -attach 127.0.0.1:%d".formatted(pe, npes, port)));
    }
}
