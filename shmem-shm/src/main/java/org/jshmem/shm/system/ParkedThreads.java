// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.system;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.transport.Memory;

/// The threads that sleep on futexes of a kernel that has none: all of them are threads of this JVM.
final class ParkedThreads {
    /// Each sleeping thread, with the address of its futex.
    private static final Map<Thread, Long> SLEEPERS = new ConcurrentHashMap<>();

    private ParkedThreads() {}

    /// Parks the caller while the int at `futex` equals `expected`, until it is woken or the time is over.
    static void sleep(long futex, int expected, long nanos) {
        Thread caller = Thread.currentThread();
        SLEEPERS.put(caller, futex); // before the count is read, which a waker raises before it reads the map
        if (Memory.getIntVolatile(futex) == expected) LockSupport.parkNanos(nanos);
        SLEEPERS.remove(caller);
    }

    static void wakeAll(long futex) {
        SLEEPERS.forEach((thread, of) -> {
            if (of == futex) LockSupport.unpark(thread);
        });
    }
}
