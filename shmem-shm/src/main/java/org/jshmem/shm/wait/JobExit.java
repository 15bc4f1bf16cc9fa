// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

/// The early end of a process that leaves its job.
public final class JobExit {
    private JobExit() {}

    /// Ends this process. `System.exit` would wait for itself for ever if the process is about to end already,
    /// perhaps in a shutdown hook that finalizes; then it halts.
    public static Error exit(int status) {
        System.out.flush();
        System.err.flush();
        if (isEnding()) Runtime.getRuntime().halt(status);
        System.exit(status);
        throw new AssertionError("exit returned");
    }

    private static boolean isEnding() {
        Thread hook = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
