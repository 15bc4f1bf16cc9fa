// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.contract.Threads;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// A flag travels with its data: to another host they are one message.
class OneMessageTest {
    private static final int TIMES = 20;

    /// Messages of this thread that write.
    private final ThreadLocal<int[]> sent = ThreadLocal.withInitial(() -> new int[1]);
    private final List<Integer> counts = new ArrayList<>();

    @Test
    void aFlagAndItsDataAreOneMessage() throws Exception {
        var net = new UnrulyNet(1);
        run(HostsJob.dealt(2, 2), net, this::program);
        assertEquals(List.of(1, 1, 1, 2, 8, 1), counts, "array, segment, symmetric array; ADD; eight atomics; a sum");
    }

    /// Of two PEs of each host one sends, and one sends nothing; no message only asks whether another has arrived.
    @Test
    void aBarrierAndASumAreOneMessageOfEachHost() throws Exception {
        var net = new UnrulyNet(1);
        int[][] writes = new int[4][2];
        run(HostsJob.blocks(4, 2), net, sh -> {
            SymLongs x = sh.longs(1);
            SymLongs y = sh.longs(1);
            writes[sh.myPe()][0] = sent(sh::syncAll);
            writes[sh.myPe()][1] = sent(() -> sh.world().reduce(Op.SUM, x, y, 1));
        });
        for (int pe = 0; pe < 4; pe++) {
            int own = pe % 2 == 0 ? TIMES : 0; // the first of a host leads it
            assertArrayEquals(new int[] {own, own}, writes[pe], "PE " + pe);
        }
    }

    private void run(int[] hostOf, UnrulyNet net, Consumer<Shmem> program) throws Exception {
        HostsJob.run(
                hostOf,
                1 << 20,
                receiver -> counted(net.wire(receiver)),
                () -> Shmem.run(new String[0], (sh, a) -> program.accept(sh)));
    }

    private int sent(Runnable call) {
        int before = sent.get()[0];
        for (int k = 0; k < TIMES; k++) call.run();
        return sent.get()[0] - before;
    }

    /// A word that another host is asked for is looked at, not slept for, however late the answer.
    @Test
    void aPeThatWaitsForAnAnswerDoesNotSleep() throws Exception {
        var net = new UnrulyNet(1);
        var shape = Settings.shape(2, 1 << 20, 0);
        var sleeps = new AtomicInteger();
        try (var job = new HostsJob(shape, HostsJob.dealt(2, 2), net::wire)) {
            Threads.run(
                    2,
                    pe -> Binding.call(job.attach(pe, near -> countingSleeps(near, sleeps)), () -> {
                        Shmem.run(new String[0], (sh, a) -> {
                            SymLongs x = sh.longs(1);
                            for (int k = 0; k < 2000; k++) x.fetchAdd(0, 1, 1 - sh.myPe());
                        });
                        return null;
                    }),
                    new AtomicReference<>());
        }
        assertEquals(0, sleeps.get(), "sleeps");
    }

    private static Transport countingSleeps(Transport near, AtomicInteger sleeps) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (p, m, args) -> {
                    if (m.getName().equals("sleep") && (long) args[0] > 0) sleeps.incrementAndGet();
                    return invoke(near, m, args);
                });
    }

    private static Object invoke(Object on, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(on, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
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
            return invoke(wire, m, args);
        });
    }

    /// Other messages are the looks of a PE whose wait lasts long, as it may on a busy machine.
    private static boolean writes(long header) {
        int kind = Message.kind(header);
        return kind == Message.PUT || kind == Message.STORE || kind == Message.ATOMIC;
    }
}
