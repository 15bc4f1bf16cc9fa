// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// The end of a process drops what its sockets still hold.
class LeaveTest {
    private static final int FLAGS = 100;
    private static final int HOSTS = 2;
    private static final long LATE_NANOS = 500_000_000;

    /// An end that finds no messages before a moment, as on a network on which they are long under way.
    private static Wire late(Wire wire, AtomicLong moment) {
        return (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (p, m, args) -> {
            if (m.getName().equals("progress")) LockSupport.parkNanos(moment.get() - System.nanoTime());
            return m.invoke(wire, args);
        });
    }

    @Test
    void allThatAPeHasSentIsCarriedOutWhenItHasLeft() {
        var net = new UnrulyNet(1);
        var ends = new AtomicInteger(); // agents have the first ones
        var moment = new AtomicLong(System.nanoTime());
        Function<Wire.Receiver, Wire> wires =
                receiver -> ends.getAndIncrement() < HOSTS ? late(net.wire(receiver), moment) : net.wire(receiver);
        try (var job = new HostsJob(Settings.shape(2, 1 << 20, 0), HostsJob.dealt(2, HOSTS), wires)) {
            Transport here = job.attach(0);
            Transport there = job.attach(1);
            long flags = here.regionBytes() / 2;
            here.enter();
            here.channel().signal(1, flags, 1);
            here.channel().quiet(); // the hosts are connected
            moment.set(System.nanoTime() + LATE_NANOS);
            for (int k = 1; k < FLAGS; k++) here.channel().signal(1, flags + 8L * k, k + 1);
            here.leave();
            for (int k = 0; k < FLAGS; k++) {
                assertEquals(k + 1, Memory.getLongAcquire(there.address(1, flags + 8L * k)));
            }
        }
    }
}
