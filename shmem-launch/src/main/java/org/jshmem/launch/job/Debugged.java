// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

/// PEs that wait for a debugger before they start, each JVM at a port that it chooses by itself: one that the launcher
/// had found free might be another's by the time it is bound.
/*
 * The JVM would print its port to the program's standard output. So it is told to be quiet, and its port is read from
 * the kernel: while it is suspended, it listens nowhere else.
 *
 * @param pes that wait
 * @param npes of the job
 */
public record Debugged(SortedSet<Integer> pes, int npes) {
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final int LOOK_MILLIS = 20;
    private static final String LISTENS = "0A";

    private boolean in(int first, int count) {
        return !pes.subSet(first, first + count).isEmpty();
    }

    /// What the JVM of these PEs is told: nothing where none of them waits.
    public List<String> flags(int first, int count) {
        return in(first, count)
                ? List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=127.0.0.1:0")
                : List.of();
    }

    /// Says where to attach to the JVM of these PEs, once it listens.
    public void tell(Process jvm, int first, int count, Consumer<String> say) {
        if (!in(first, count)) return;
        Thread.ofPlatform().daemon().name("debug port").start(() -> {
            int port = await(jvm);
            for (int pe : pes.subSet(first, first + count)) {
                say.accept(
                        port == 0
                                ? "oshrun: PE %d/%d (pid %d) has no debugger port; is the module jdk.jdwp.agent in its JDK?"
                                        .formatted(pe, npes, jvm.pid())
                                : "oshrun: PE %d/%d waits for a debugger: jdb -attach 127.0.0.1:%d"
                                        .formatted(pe, npes, port));
            }
        });
    }

    private static int await(Process jvm) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (jvm.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                int port = port(Path.of("/proc/" + jvm.pid()));
                if (port != 0) return port;
                Thread.sleep(LOOK_MILLIS);
            } catch (IOException e) {
                // it is about to end, or its files changed while they were looked at
            } catch (InterruptedException e) {
                return 0;
            }
        }
        return 0;
    }

    /// The port of this host that a process listens at; 0 for none.
    private static int port(Path process) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                String name = Files.readSymbolicLink(file).toString();
                if (name.startsWith("socket:[")) sockets.add(name.substring(8, name.length() - 1));
            }
        }
        for (String line : Files.readAllLines(process.resolve("net/tcp"))) {
            String[] fields =
                    line.strip().split("\\s+"); // sl local remote state queues timer retransmits uid timeout inode
            if (fields.length > 9 && fields[3].equals(LISTENS) && sockets.contains(fields[9])) {
                return Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16);
            }
        }
        return 0;
    }
}
