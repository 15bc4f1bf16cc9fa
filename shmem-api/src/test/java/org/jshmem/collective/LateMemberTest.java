// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.algorithm.Rooted;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.HookedTransport;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.api.Test;

/// A member that stops in the middle of a collective, while the other members go on as far as they can.
class LateMemberTest {
    private static final ElementType LONG = ElementType.LONG;

    /// What a member does before a call of its channel.
    private interface Hook {
        void before(Group g, Method method, Object[] arguments) throws Exception;
    }

    private interface Program {
        void run(Group g, long heap) throws Exception;
    }

    private static void world(int npes, Hook hook, Program program) throws Exception {
        long system = SystemLayout.bytes(npes);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(npes, system + (1 << 20), false, arena);
            Threads.run(npes, job.failure(), pe -> {
                Group[] world = new Group[1];
                var hooked = new HookedTransport(
                        new ThreadTransport(job, pe), (method, arguments) -> hook.before(world[0], method, arguments));
                world[0] = Group.world(hooked, hooked.channel());
                program.run(world[0], system);
            });
        }
    }

    /// Member 7 of a gather is about to copy from the buffer of member 0, which goes on to the second piece of a
    /// broadcast meanwhile: the tree does not need member 7 for that.
    @Test
    void aBroadcastOfBytesLeavesTheBuffersOfTheCallBeforeAlone() throws Exception {
        byte[] sent = new byte[3 * SystemLayout.RECEIVE_BYTES];
        for (int i = 0; i < sent.length; i++) sent[i] = (byte) (i * 31 >> 3);
        CountDownLatch pieces = new CountDownLatch(2);
        Hook hook = (g, method, arguments) -> {
            if (g.me == 0 && method.getName().equals("put") && (int) arguments[0] == 0) pieces.countDown();
            boolean late = g.me == 7 && method.getName().equals("copy") && (int) arguments[2] == 0;
            if (late && g.calls.number() == 1) pieces.await();
        };
        world(8, hook, (g, heap) -> {
            g.algorithm(Collective.BROADCAST, AlgorithmNames.named(Collective.BROADCAST, "binomial"));
            g.access(Collective.FCOLLECT, Access.PUTGET);
            g.channel.store(g.me, heap, 8, 10 + g.me);
            Gathers.fcollect(g, LONG, heap + 8, heap, 1);
            assertArrayEquals(sent, Broadcasts.broadcast(g, sent, 0));
            for (int k = 0; k < 8; k++) assertEquals(10 + k, g.channel.load(g.me, heap + 8 + 8L * k, 8));
        });
    }

    /// Member 0 has contributed to a gather of any counts, and to more gathers than its log has lines, before member 10
    /// looks at anything of it.
    @Test
    void aMemberWithoutAContributionNeedsNoLog() throws Exception {
        CountDownLatch later = new CountDownLatch(1);
        Hook hook = (g, method, arguments) -> {
            boolean late = g.me == 10 && method.getName().matches("load|get") && (int) arguments[0] == 0;
            if (late) later.await();
        };
        world(11, hook, (g, heap) -> {
            long count = g.me == 0 ? 2 : 0;
            long source = g.me == 10 ? Gathers.NO_SOURCE : heap;
            for (int i = 0; i < 2; i++) g.channel.store(g.me, heap + 8L * i, 8, 20 + i);
            Rooted.gatherv(g, LONG, heap + 64, source, count, 2, 1);
            if (g.me == 1) assertEquals(21, g.channel.load(1, heap + 72, 8));
            for (int root = 2; root < 10; root++) Rooted.gather(g, LONG, heap + 64, heap, 1, root);
            if (g.me == 0) later.countDown();
            g.barrier.sync(Operation.SYNC);
        });
    }
}
