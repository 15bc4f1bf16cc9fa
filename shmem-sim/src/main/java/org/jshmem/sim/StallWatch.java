// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.PrintStream;
import java.time.Duration;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;
import org.jshmem.start.ProgramFrames;

/// A watch for a PE that has the turn while its virtual time stands still. Such a PE spins outside the library, polls
/// at no cost, or computes for long. The watch runs on a thread of its own in host time and changes nothing in the
/// simulation.
final class StallWatch implements AutoCloseable {
    private final Engine engine;
    private final Duration patience;
    private final PrintStream out;
    private final Thread thread;

    /// Starts the watch.
    StallWatch(Simulation sim, Duration patience, PrintStream out) {
        engine = sim.engine;
        this.patience = patience;
        this.out = out;
        thread = Thread.ofPlatform().daemon().name("stall watch").start(this::look);
    }

    private void look() {
        long clock = -1;
        int pe = -1;
        long since = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(Math.clamp(patience.toMillis() / 10, 1, 200));
                int nowPe = engine.running();
                long nowClock = nowPe < 0 ? -1 : engine.now(nowPe);
                long now = System.nanoTime();
                if (nowPe != pe || nowPe < 0 || nowClock != clock) {
                    clock = nowClock;
                    pe = nowPe;
                    since = now;
                } else if (now - since > patience.toNanos()) {
                    report(pe, clock);
                    since = now;
                }
            }
        } catch (InterruptedException e) {
            // the run is over
        }
    }

    private void report(int pe, long clock) {
        StringBuilder text = new StringBuilder("sim: PE " + pe + " has made no virtual progress for "
                + patience.toSeconds() + " s, t=" + Picos.show(clock)
                + ", and PEs with later times cannot act; a wait loop of its own must become a waitUntil. It is at\n");
        StackTraceElement[] all = engine.thread(pe).getStackTrace();
        StackTraceElement[] program = ProgramFrames.of(all);
        for (StackTraceElement frame : program.length > 0 ? program : all) {
            text.append("\tat ").append(frame).append('\n');
        }
        out.print(text);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
