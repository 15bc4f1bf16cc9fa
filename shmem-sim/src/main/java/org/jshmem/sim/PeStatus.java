// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.kernel.Picos;

/// The report on the position of each PE, for a job that a time limit or a signal ends, and at request.
final class PeStatus {
    private static final int SHOWN = 16; // PEs

    private PeStatus() {}

    /// The caller of `System.exit`, a PE or a thread of the program; null if a signal ends the JVM.
    static String exiting(Simulation sim) {
        int pe = exitingPe(sim);
        if (pe >= 0) return "PE %d/%d".formatted(pe, sim.npes());
        return Thread.getAllStackTraces().values().stream().anyMatch(PeStatus::exits) ? "the program" : null;
    }

    /// The running PE if its thread is in a call of `System.exit`, else -1.
    static int exitingPe(Simulation sim) {
        int running = sim.kernel.threads().running();
        return running >= 0 && exits(sim.kernel.threads().thread(running).getStackTrace()) ? running : -1;
    }

    /// Whether a PE's thread is in the initializer of a class.
    static boolean initializes(Simulation sim, int pe) {
        for (StackTraceElement frame : sim.kernel.threads().thread(pe).getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) return true;
        }
        return false;
    }

    /// A line for each PE, the running one first. Any thread may call while PEs run, so the position of a PE may be a
    /// moment old.
    static String atEnd(Simulation sim) {
        return all(
                "oshrun: ended from outside at virtual time ",
                sim,
                sim.kernel.threads().running());
    }

    /// A line for each PE of a job that goes on, as [#atEnd].
    static String now(Simulation sim) {
        return all(
                "oshrun: simulated job on request at virtual time ",
                sim,
                sim.kernel.threads().running());
    }

    private static String all(String title, Simulation sim, int running) {
        StringBuilder text = new StringBuilder(title + Picos.show(sim.kernel.latest()));
        if (running >= 0) line(text, sim, running);
        return others(text, sim, running);
    }

    /// A line for each PE except `late`, whose wait has taken longer than the job allows. The thread of `late` calls.
    static String atTimeout(Simulation sim, int late) {
        String title =
                "oshrun: PE %d waited longer than --timeout, until virtual time %s; the other PEs, each at its own virtual time:";
        return others(new StringBuilder(title.formatted(late, Picos.show(sim.kernel.now(late)))), sim, late);
    }

    private static String others(StringBuilder text, Simulation sim, int first) {
        int more = 0;
        for (int pe = 0; pe < sim.npes(); pe++) {
            Thread thread = sim.kernel.threads().thread(pe); // null before the run
            if (pe == first || thread == null || !thread.isAlive()) continue;
            if (++more < SHOWN) line(text, sim, pe);
        }
        if (more >= SHOWN) text.append("\n  and ").append(more - SHOWN + 1).append(" more PEs");
        return text.toString();
    }

    private static boolean exits(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit")) return true;
        }
        return false;
    }

    private static void line(StringBuilder text, Simulation sim, int pe) {
        String waits;
        try {
            waits = sim.kernel.blocked(pe);
            if (waits == null) waits = sim.transport(pe).waits();
        } catch (RuntimeException e) {
            waits = null; // the PE continued meanwhile
        }
        text.append("\n  ");
        if (waits != null) text.append(waits);
        else
            text.append("PE ")
                    .append(pe)
                    .append(pe == sim.kernel.threads().running() ? " runs" : " is ready")
                    .append(sim.where(pe));
        text.append(", virtual time ").append(Picos.show(sim.kernel.now(pe)));
    }
}
