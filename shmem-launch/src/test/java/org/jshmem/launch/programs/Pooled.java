// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.jshmem.Shmem;

/// Prints from the pool of threads that a JVM has once why a call there is refused.
public final class Pooled {
    private Pooled() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            var done = new CountDownLatch(1);
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    Shmem.init();
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
                done.countDown();
            });
            done.await();
        });
    }
}
