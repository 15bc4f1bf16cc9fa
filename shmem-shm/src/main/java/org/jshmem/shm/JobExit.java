// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// How a process leaves its job early.
final class JobExit {
    private JobExit() {}

    /// Ends this process. Where it is about to end already, perhaps in a shutdown hook that finalizes, `System.exit`
    /// would wait for itself for ever.
    static Error exit(int status) {
        System.out.flush();
        System.err.flush();
        if (isEnding()) Runtime.getRuntime().halt(status);
        System.exit(status);
        throw new AssertionError("exit returned");
    }

    private static boolean isEnding() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
