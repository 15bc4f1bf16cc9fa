// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import org.jshmem.Shmem;

/// Lines on standard error about the progress of a program, one each 5 s at most.
final class Progress {
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final String program;
    private final boolean speaks;
    private long last = System.nanoTime(); // real time also in a simulated job, since a user waits for it

    Progress(Shmem sh, String program) {
        this.program = program;
        this.speaks = sh.myPe() == 0;
    }

    void at(String what, long done, long all) {
        if (!speaks || System.nanoTime() - last < PATIENCE_NANOS) return;
        last = System.nanoTime();
        System.err.println("# " + program + ": " + what + " " + done + " of " + all);
    }
}
