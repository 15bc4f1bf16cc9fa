// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.ShmemTimeoutException;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.sim.memory.ChangeWatch;
import org.jshmem.sim.memory.MemoryWatch;
import org.jshmem.transport.Wait;

/// The PE's side of a wait: goes on with it until it is over, or until a limit, an interrupt or a check of the caller
/// ends it.
final class WaitLoop {
    private final SimTransport transport;
    private final SimJob job;
    private final MemoryWatch wait;
    private final Wait by; // the caller

    WaitLoop(SimTransport transport, SimJob job, MemoryWatch wait, Wait by) {
        this.transport = transport;
        this.job = job;
        this.wait = wait;
        this.by = by;
    }

    /// Performs an operation that is or has the wait, until it is over and the condition holds. Returns false if the
    /// program's deadline came first.
    boolean complete(Simcall operation) {
        int pe = transport.pe();
        MemoryWatch outer = job.waits[pe];
        job.waits[pe] = wait;
        long allowed = job.spec.longestWait; // 0 for no limit
        long longest = allowed == 0 ? Long.MAX_VALUE : Picos.ofNanos(allowed);
        try {
            while (true) {
                boolean isInterrupted = Thread.currentThread().isInterrupted() && by.interruptible();
                wait.limit(isInterrupted ? 0 : Picos.ofNanos(by.deadline()), longest);
                Outcome outcome = transport.perform(operation);
                if (outcome == Outcome.DONE && (!(wait instanceof ChangeWatch) || by.holds())) return true;
                if (outcome != Outcome.EXPIRED) check(outcome);
                else if (isInterrupted) throw Wait.interrupted(transport, by.what());
                else if (!wait.isTooLong()) return false;
                else throw tooLong(allowed);
            }
        } finally {
            job.waits[pe] = outer;
            wait.close(job.kernel.now(pe));
        }
    }

    /// Lets the caller check whether the wait can still end: it throws if not.
    private void check(Outcome outcome) {
        switch (outcome) {
            case CHECK -> by.check(false);
            case STUCK -> {
                try {
                    by.check(true);
                } catch (Throwable e) {
                    job.kernel.deadlocks.askAgain(); // PEs that were asked before have to be asked again
                    throw e;
                }
            }
            case DEADLOCK ->
                throw new ShmemTimeoutException("PE %d/%d: waits %s; sim %s: %s; no PE is left to wake them"
                        .formatted(wait.pe, job.npes(), by.what(), transport.machine(), job.kernel.deadlocks.report()));
            default -> {}
        }
    }

    private ShmemTimeoutException tooLong(long allowed) {
        by.check(true); // a check may throw a better message
        if (job.timeout == null) job.timeout = PeStatus.atTimeout(job, wait.pe);
        return Wait.tooLong(transport, by.what(), allowed, "of virtual time ", allowed);
    }
}
