// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.List;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.sim.memory.MemoryWatch;
import org.jshmem.transport.Wait;

/// The PE's side of its waits: goes on with them until they are over, or until a limit, an interrupt or a check of the
/// caller ends one.
final class WaitLoop {
    private final SimTransport transport;
    private final SimJob job;
    private final SimKernel kernel;
    private final int pe;
    private final long longest; // picoseconds

    WaitLoop(SimTransport transport, SimJob job) {
        this.transport = transport;
        this.job = job;
        kernel = job.kernel;
        pe = transport.pe();
        longest = job.spec.longestWait == 0 ? Long.MAX_VALUE : Picos.ofNanos(job.spec.longestWait);
    }

    /// Gives a wait its limits.
    <T extends MemoryWatch> T limited(T wait) {
        wait.limit(longest);
        return wait;
    }

    /// Goes on after an outcome of the PE's operations, until all are over. Returns false if the program's deadline of
    /// a wait came first.
    boolean complete(Outcome first) {
        for (Outcome outcome = first; outcome != Outcome.DONE; outcome = kernel.drain(pe)) {
            List<Simcall> rest = kernel.unfinished(pe);
            MemoryWatch wait = (MemoryWatch) rest.getFirst();
            boolean goesOn = false;
            try {
                goesOn = goesOn(wait, outcome);
            } finally {
                if (!goesOn) wait.close(kernel.now(pe));
            }
            if (!goesOn) return false;
            limited(wait);
            for (Simcall each : rest) kernel.issue(pe, each);
        }
        return true;
    }

    /// Lets the caller check whether the wait can still end: it throws if not. Returns false at the program's deadline.
    private boolean goesOn(MemoryWatch wait, Outcome outcome) {
        Wait by = wait.by;
        switch (outcome) {
            case CHECK -> by.check(false);
            case STUCK -> {
                try {
                    by.check(true);
                } catch (Throwable e) {
                    kernel.deadlocks.askAgain(); // PEs that were asked before have to be asked again
                    throw e;
                }
            }
            case DEADLOCK ->
                throw by.tooLong("PE %d/%d: waits %s; sim %s: %s; no PE is left to wake them"
                        .formatted(pe, job.npes(), by.what(), transport.machine(), kernel.deadlocks.report()));
            default -> {
                if (wait.interrupted) throw Wait.interrupted(transport, by.what());
                if (!wait.isTooLong()) return false;
                throw tooLong(by);
            }
        }
        return true;
    }

    private ShmemTimeoutException tooLong(Wait by) {
        by.check(true); // a check may throw a better message
        if (job.timeout == null) job.timeout = PeStatus.atTimeout(job, pe);
        long allowed = job.spec.longestWait;
        return by.tooLong(transport, allowed, "of virtual time ", allowed);
    }
}
