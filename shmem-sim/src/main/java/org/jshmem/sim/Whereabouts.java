// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;

/// The report on the position of each PE, for a job that a time limit or a signal ends.
final class Whereabouts {
    private static final int SHOWN = 16; // PEs

    private Whereabouts() {}

    /// A line for each PE, the running one first; null if the program itself called `System.exit`. Any thread may call
    /// while PEs run, so the position of a PE may be a moment old.
    static String of(Simulation sim) {
        Engine engine = sim.engine;
        int running = engine.running();
        if (running >= 0 && exits(engine.thread(running))) return null;
        StringBuilder text = new StringBuilder("sim: ended from outside at t=" + Picos.show(engine.latest()));
        if (running >= 0) line(text, sim, running);
        int more = 0;
        for (int pe = 0; pe < sim.npes(); pe++) {
            if (pe == running || !engine.thread(pe).isAlive()) continue;
            if (++more < SHOWN) line(text, sim, pe);
        }
        if (more >= SHOWN) text.append("\n  and ").append(more - SHOWN + 1).append(" more PEs");
        return text.toString();
    }

    private static boolean exits(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit")) return true;
        }
        return false;
    }

    private static void line(StringBuilder text, Simulation sim, int pe) {
        String waits;
        try {
            waits = sim.engine.blocked(pe);
        } catch (RuntimeException e) {
            waits = null; // the PE continued meanwhile
        }
        text.append("\n  ");
        if (waits != null) text.append(waits);
        else
            text.append("PE ")
                    .append(pe)
                    .append(pe == sim.engine.running() ? " runs" : " is ready")
                    .append(sim.where(pe));
        text.append(", t=").append(Picos.show(sim.picos(pe)));
    }
}
