// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.concurrent.atomic.AtomicReference;

/// PEs as threads.
public final class Threads {
    private Threads() {}

    /// What one PE does.
    @FunctionalInterface
    public interface Body {
        /// Runs as PE `pe`.
        void run(int pe) throws Exception;
    }

    /// Runs `npes` threads to their end and throws what the first one to fail threw; `failure` tells the others.
    public static void run(int npes, Body body, AtomicReference<Throwable> failure) throws Exception {
        Thread[] threads = new Thread[npes];
        for (int pe = 0; pe < npes; pe++) {
            int mine = pe;
            threads[pe] = Thread.ofPlatform().name("PE " + pe).start(() -> {
                try {
                    body.run(mine);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
        }
        for (Thread thread : threads) thread.join();
        Throwable why = failure.get();
        if (why instanceof Error e) throw e;
        if (why instanceof Exception e) throw e;
    }
}
