// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import org.jshmem.sim.kernel.Picos;

/// The report on the position of each PE, for a job that a time limit or a signal ends, and at request.
final class PeStatus {
    private static final int SHOWN = 16; // PEs

    private PeStatus() {}

    /// The caller of `System.exit`, a PE or a thread of the program; null if a signal ends the JVM.
    static String exiting(SimJob job) {
        int pe = exitingPe(job);
        if (pe >= 0) return "PE %d/%d".formatted(pe, job.npes());
        return Thread.getAllStackTraces().values().stream().anyMatch(PeStatus::exits) ? "the program" : null;
    }

    /// The running PE if its thread is in a call of `System.exit`, else -1.
    static int exitingPe(SimJob job) {
        int running = job.kernel.threads.running();
        return running >= 0 && exits(job.kernel.threads.thread(running).getStackTrace()) ? running : -1;
    }

    private static boolean exits(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getMethodName().equals("exit")
                        && frame.getClassName().equals("java.lang.Runtime"));
    }

    /// Whether a PE's thread is in the initializer of a class.
    static boolean initializes(SimJob job, int pe) {
        return Arrays.stream(job.kernel.threads.thread(pe).getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("<clinit>"));
    }

    /// A line for each PE, the running one first, below a title. Any thread may call while PEs run, so the position of
    /// a PE may be a moment old.
    static String now(SimJob job, String title) {
        StringBuilder text = new StringBuilder(title + " at virtual time " + Picos.show(job.kernel.latest()));
        int running = job.kernel.threads.running();
        if (running >= 0) line(text, job, running);
        return others(text, job, running);
    }

    /// A line for each PE except `late`, whose wait has taken longer than the job allows. The thread of `late` calls.
    static String atTimeout(SimJob job, int late) {
        String title =
                "oshrun: PE %d waited longer than --timeout, until virtual time %s; the other PEs, each at its own virtual time:";
        return others(new StringBuilder(title.formatted(late, Picos.show(job.kernel.now(late)))), job, late);
    }

    private static String others(StringBuilder text, SimJob job, int first) {
        int more = 0;
        for (int pe = 0; pe < job.npes(); pe++) {
            Thread thread = job.kernel.threads.thread(pe); // null before the run
            if (pe == first || thread == null || !thread.isAlive()) continue;
            if (++more < SHOWN) line(text, job, pe);
        }
        if (more >= SHOWN) text.append("\n  and ").append(more - SHOWN + 1).append(" more PEs");
        return text.toString();
    }

    private static void line(StringBuilder text, SimJob job, int pe) {
        String waits;
        try {
            waits = job.memory.waiting(pe);
        } catch (RuntimeException e) {
            waits = null; // the PE continued meanwhile
        }
        String state = job.kernel.threads.running() == pe ? " runs" : " is ready";
        text.append("\n  ").append(waits != null ? waits : "PE " + pe + state + job.kernel.threads.where(pe));
        text.append(", virtual time ").append(Picos.show(job.kernel.now(pe)));
    }
}
