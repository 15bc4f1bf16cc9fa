// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SignalOp;
import org.jshmem.compat.OpenShmem;

/// A program that uses a little of everything, so that [ClassArchive] can list the classes that programs load.
final class Training {
    private Training() {}

    /// Runs as one PE of two.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe();
            int next = (me + 1) % sh.nPes();
            var box = sh.longs(4);
            var ready = sh.signal();
            box.p(0, me, next);
            box.putSignal(1, new long[] {me}, 0, 1, ready, 1, SignalOp.SET, next);
            ready.waitUntil(Cmp.GE, 1);
            box.fetchAdd(2, 1, next);
            MemorySegment there = box.ptr(next);
            if (there != null) there.setAtIndex(ValueLayout.JAVA_LONG, 3, me); // null on another simulated host
            sh.barrierAll();
            System.out.println("PE " + me + " has " + box.get(0));
            System.out.printf("%d %.3f%n", box.get(3), 1.0);
            box.free();
            OpenShmem.shmem_fence(); // the C names: a chain of classes
        });
    }
}
