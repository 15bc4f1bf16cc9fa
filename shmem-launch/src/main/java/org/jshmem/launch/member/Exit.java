// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout.PeState;

/// A shutdown hook that gives `System.exit` of one PE of a shared JVM the meaning that it has for a PE with its own
/// process.
///
/// A PE that has finalized ends only itself: the hook waits for the other PEs of this JVM, whose threads run on
/// meanwhile. A PE that has not finalized ends the job, and the hook sends its number to the launcher. The first caller
/// is the PE whose thread runs the shutdown hooks; threads of later callers wait in `Runtime.exit`.
final class Exit implements Runnable {
    private static final long LOOK_MILLIS = 20;
    private static final String PE = "PE ";

    private final Control control;
    private final List<Thread> pes;
    private final PeStreams streams;
    private volatile boolean ours;

    Exit(Control control, List<Thread> pes, PeStreams streams) {
        this.control = control;
        this.pes = pes;
        this.streams = streams;
    }

    /// Declares that the launcher's own code calls the exit, not a PE.
    void jobIsEnding() {
        ours = true;
    }

    @Override
    public void run() {
        if (!ours) in("java.lang.ApplicationShutdownHooks", "runHooks").forEach(this::onExit); // one PE at most
        streams.endAll();
    }

    private void onExit(int pe) {
        control.exits(pe);
        if (control.state(pe) != PeState.FINALIZED) return;
        int later = pe; // the first later caller
        try {
            while (!control.isEnding()) {
                Set<Integer> exiting = in("java.lang.Runtime", "exit");
                for (int other : exiting) if (later == pe && other != pe) printLostStatus(pe, later = other);
                if (pes.stream().noneMatch(thread -> thread.isAlive() && !exiting.contains(pe(thread)))) return;
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Prints that the status of a later caller is lost: a JVM has one status, and the JDK does not show that of a
    /// later caller.
    private void printLostStatus(int first, int later) {
        String lost =
                "oshrun: PE %d/%d called System.exit after PE %d, with which it shares a JVM: the status of PE %3$d"
                        + " counts; --jvms %2$d gives each PE a status of its own%n";
        System.err.printf(lost, later, control.npes(), first);
    }

    /// The PEs of which a thread is in a method of the JDK.
    private Set<Integer> in(String type, String method) {
        // the threads of the kernel, and the PEs that carriers run
        return Stream.concat(
                        Thread.getAllStackTraces().keySet().stream(),
                        pes.stream().filter(Thread::isVirtual))
                .filter(thread -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(f -> f.getClassName().equals(type)
                                && f.getMethodName().equals(method)))
                .map(Exit::pe)
                .filter(pe -> pe >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The PE of a thread, by its group, which also has the threads that the PE has started; by its own name if a
    /// carrier runs it. -1 for others and for ended threads.
    private static int pe(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        String name = thread.isVirtual() ? thread.getName() : group == null ? "" : group.getName();
        return name.startsWith(PE) ? Integer.parseInt(name.substring(PE.length())) : -1;
    }
}
