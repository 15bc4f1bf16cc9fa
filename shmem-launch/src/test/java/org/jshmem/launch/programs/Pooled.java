// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/// Prints a line from the pool of threads that a JVM has once.
public final class Pooled {
    private Pooled() {}

    /// Runs as one PE.
    public static void main(String[] args) throws InterruptedException {
        var done = new CountDownLatch(1);
        ForkJoinPool.commonPool().execute(() -> {
            System.out.println("from the pool");
            done.countDown();
        });
        done.await();
    }
}
