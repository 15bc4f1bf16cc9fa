// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Op;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.HookedTransport;
import org.jshmem.contract.Threads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The declarations of epochs: calls of every algorithm of the class path in any order, on far memory, where each
/// member stops now and then before a step.
///
/// A member notes the epoch that it is in before each step, and so before any other member can notice it. When it
/// leaves an epoch that is declared as a meeting, all others must have noted that epoch.
public abstract class EpochsContract {
    private static final int STOPS = 24; // a member stops in one of 24 steps

    @ParameterizedTest
    @CsvSource({"5, 5, false, 1", "6, 6, true, 2", "8, 3, false, 3", "7, 1, true, 4"})
    void allMembersEnterAMeetingBeforeAnyLeavesIt(int npes, int perHost, boolean oversubscribed, long seed)
            throws Exception {
        long system = SystemLayout.bytes(npes);
        AtomicLongArray noted = new AtomicLongArray(npes);
        try (var job = new FarJob(npes, system + CollectiveContract.HEAP, oversubscribed, perHost, seed)) {
            Threads.run(npes, job.failure(), pe -> {
                Member member = new Member(noted, pe, seed);
                var hooked = new HookedTransport(job.attach(pe), (_, _) -> member.step());
                member.g = Group.world(hooked, hooked.channel());
                CollectiveContract.makeCallsInAnyOrder(member.g, system, 150, call -> {
                    member.leave();
                    if (call % 10 == 0) arrays(member.g, call);
                    long half = Double.doubleToRawLongBits(pe / 2.0);
                    long sum = Reductions.value(member.g, Op.SUM, ElementType.DOUBLE, half);
                    assertEquals(npes * (npes - 1) / 4.0, Double.longBitsToDouble(sum));
                    member.leave();
                    if (member.random.nextInt(6) == 0) LockSupport.parkNanos(1_000_000);
                });
            });
        }
    }

    /// Java arrays, which pass through the receive buffers in pieces.
    private static void arrays(Group g, int call) {
        byte[] sent = new byte[call % 3 * 50_000];
        for (int i = 0; i < sent.length; i++) sent[i] = (byte) (i * 31 + call >> 3);
        assertArrayEquals(sent, Broadcasts.broadcast(g, g.me == call % g.size ? sent : null, call % g.size));
        long[] sums = new long[9_000];
        for (int i = 0; i < sums.length; i++) sums[i] = (long) i + g.me;
        Reductions.reduce(g, Op.SUM, ElementType.LONG, MemorySegment.ofArray(sums), sums.length);
        for (int i = 0; i < sums.length; i++) sums[i] -= (long) g.size * i + g.size * (g.size - 1) / 2;
        assertArrayEquals(new long[sums.length], sums);
    }

    private static final class Member {
        private final AtomicLongArray noted;
        private final int me;
        private final Random random;
        private Group g;
        private long inside; // the latest epoch that this member has noted and not left; 0 for none

        Member(AtomicLongArray noted, int me, long seed) {
            this.noted = noted;
            this.me = me;
            this.random = new Random(31 * seed + me);
        }

        void step() {
            if (g == null) return;
            if (Math.abs(g.buffers.epoch()) > noted.get(me)) {
                leave();
                inside = g.buffers.epoch();
                noted.set(me, Math.abs(inside));
            }
            if (random.nextInt(STOPS) == 0) LockSupport.parkNanos(50_000);
        }

        void leave() {
            long left = inside;
            inside = 0;
            for (int k = 0; k < noted.length() && left > 0; k++) {
                String what = "member %d has left epoch %d, a meeting, before member %d entered it; call %d"
                        .formatted(me, left, k, g.calls.number());
                assertTrue(noted.get(k) >= left, what);
            }
        }
    }
}
