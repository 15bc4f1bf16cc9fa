// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jshmem.launch.system.Refused;

/// PEs that wait for a debugger before they start, each at a port of its own: the first that a JVM uses, 5005, plus the
/// number of the PE. A JVM with several such PEs waits at the port of the first of them.
///
/// @param pes that wait
/// @param npes of the job
public record Debugged(SortedSet<Integer> pes, int npes) {
    private static final int FIRST_PORT = 5005;

    /// Refuses PEs whose ports are taken: their JVMs could not start.
    public Debugged {
        for (int pe : pes) {
            try {
                new ServerSocket(FIRST_PORT + pe, 1, InetAddress.getLoopbackAddress()).close();
            } catch (IOException e) {
                throw new Refused(
                        "--debug %d: port %d of this host cannot be used, %s; end the process that listens there"
                                .formatted(pe, FIRST_PORT + pe, e.getMessage()));
            }
        }
    }

    private SortedSet<Integer> in(int first, int count) {
        return pes.subSet(first, first + count);
    }

    private int port(int first, int count) {
        return FIRST_PORT + in(first, count).first();
    }

    /// The option for the JVM of these PEs; none where none of them waits. The JVM does not print its port to the
    /// program's standard output.
    public List<String> flags(int first, int count) {
        if (in(first, count).isEmpty()) return List.of();
        return List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:"
                + port(first, count));
    }

    /// Prints where to attach to the JVM of these PEs.
    public void tell(int first, int count, Consumer<String> say) {
        for (int pe : in(first, count)) {
            say.accept("oshrun: PE %d/%d waits for a debugger: jdb -attach 127.0.0.1:%d"
                    .formatted(pe, npes, port(first, count)));
        }
    }
}
