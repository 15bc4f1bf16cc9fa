// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;

/// The PEs that wait for a debugger before they start. Each has a port of its own: 5005, the first that a JVM uses,
/// plus the number of the PE. A JVM with several such PEs waits at the port of the first of them.
///
/// @param pes the PEs that wait
/// @param npes number of PEs of the job
public record Debugged(SortedSet<Integer> pes, int npes) {
    private static final int FIRST_PORT = 5005;

    private SortedSet<Integer> in(int first, int count) {
        return pes.subSet(first, first + count);
    }

    /// The option for the JVM of these PEs; empty if none of them waits. With it the JVM does not print its port
    /// to the program's standard output.
    public List<String> flags(int first, int count) {
        String agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:";
        SortedSet<Integer> some = in(first, count);
        return some.isEmpty() ? List.of() : List.of(agent + (FIRST_PORT + some.first()));
    }

    /// Prints the ports at which a debugger attaches to the JVM of these PEs.
    public void printPorts(int first, int count, Consumer<String> say) {
        String line = "oshrun: PE %d/%d waits for a debugger: jdb -attach 127.0.0.1:%d";
        SortedSet<Integer> some = in(first, count);
        for (int pe : some) say.accept(line.formatted(pe, npes, FIRST_PORT + some.first()));
    }
}
