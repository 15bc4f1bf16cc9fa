// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.contract.Threads;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.Settings;
import org.junit.jupiter.api.Test;

/// A flag travels with its data: to another host they are one message.
class OneMessageTest {
    /// Messages of this thread that write.
    private final ThreadLocal<int[]> sent = ThreadLocal.withInitial(() -> new int[1]);
    private final List<Integer> counts = new ArrayList<>();

    @Test
    void aFlagAndItsDataAreOneMessage() throws Exception {
        var net = new UnrulyNet(1);
        var shape = Settings.shape(2, 1 << 20, 0);
        try (var job = new HostsJob(shape, HostsJob.dealt(2, 2), receiver -> counted(net.wire(receiver)))) {
            Threads.run(
                    2,
                    pe -> Binding.call(job.attach(pe), () -> {
                        Shmem.run(new String[0], (sh, a) -> program(sh));
                        return null;
                    }),
                    new AtomicReference<>());
        }
        assertEquals(List.of(1, 1, 1, 2, 8, 1), counts, "array, segment, symmetric array; ADD; eight atomics; a sum");
    }

    private void program(Shmem sh) {
        SymLongs x = sh.longs(1);
        SymLongs y = sh.longs(1);
        SymLongs old = sh.longs(8);
        Signal signal = sh.signal();
        long[] one = {1};
        sh.barrierAll();
        if (sh.myPe() == 0) {
            count(() -> x.putSignal(0, one, 0, 1, signal, 1, SignalOp.SET, 1));
            count(() -> x.putSignal(0, MemorySegment.ofArray(one), signal, 1, SignalOp.SET, 1));
            count(() -> x.putSignal(0, y, 0, 1, signal, 1, SignalOp.SET, 1));
            count(() -> x.putSignal(0, one, 0, 1, signal, 1, SignalOp.ADD, 1));
            count(() -> {
                for (int k = 0; k < 8; k++) x.fetchAddNbi(0, 1, 1, old, k); // none waits for the one before
            });
            sh.quiet();
            for (int k = 0; k < 8; k++) assertEquals(1 + k, old.get(k));
        }
        sh.barrierAll();
        Runnable sum = () -> sh.world().reduce(Op.SUM, x, y, 1);
        if (sh.myPe() == 0) count(sum);
        else sum.run();
    }

    private void count(Runnable call) {
        int before = sent.get()[0];
        call.run();
        counts.add(sent.get()[0] - before);
    }

    private Wire counted(Wire wire) {
        return (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (p, m, args) -> {
            if (m.getName().equals("send") && writes((long) args[1])) sent.get()[0]++;
            try {
                return m.invoke(wire, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    /// Other messages are the looks of a PE whose wait lasts long, as it may on a busy machine.
    private static boolean writes(long header) {
        int kind = Message.kind(header);
        return kind == Message.PUT || kind == Message.STORE || kind == Message.ATOMIC;
    }
}
