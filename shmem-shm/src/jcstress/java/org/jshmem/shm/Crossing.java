// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.jshmem.shm.TwoPes.APART;
import static org.jshmem.shm.TwoPes.PE0;
import static org.jshmem.shm.TwoPes.PE1;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jshmem.transport.Atomic;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Both PEs write, and each looks at what the other writes.
public class Crossing {
    private Crossing() {}

    /// `p; quiet; g` on both: one of them sees the other.
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "one came later and saw the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both missed the other")
    @State
    public static class PutQuietGet {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            PE0.channel().store(1, at, 8, 1);
            PE0.channel().quiet();
            r.r1 = PE0.channel().load(1, at + APART, 8);
        }

        @Actor
        public void one(JJ_Result r) {
            PE1.channel().store(1, at + APART, 8, 1);
            PE1.channel().quiet();
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// The same without quiet: the machine may let both miss the other.
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "one came later and saw the other")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "both missed the other: what quiet is for")
    @State
    public static class PutGet {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            PE0.channel().store(1, at, 8, 1);
            r.r1 = PE0.channel().load(1, at + APART, 8);
        }

        @Actor
        public void one(JJ_Result r) {
            PE1.channel().store(1, at + APART, 8, 1);
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// Atomics instead of puts and quiet.
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "one came later and saw the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both missed the other")
    @State
    public static class AtomicGet {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            PE0.channel().atomic(Atomic.ADD, 1, at, 8, 1, 0);
            r.r1 = PE0.channel().load(1, at + APART, 8);
        }

        @Actor
        public void one(JJ_Result r) {
            PE1.channel().atomic(Atomic.ADD, 1, at + APART, 8, 1, 0);
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// `g; p` on both: nobody sees what was not written yet.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "one came first")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "both saw the future")
    @State
    public static class GetPut {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            r.r1 = PE0.channel().load(1, at + APART, 8);
            PE0.channel().fence();
            PE0.channel().store(1, at, 8, 1);
        }

        @Actor
        public void one(JJ_Result r) {
            r.r2 = PE1.channel().load(1, at, 8);
            PE1.channel().fence();
            PE1.channel().store(1, at + APART, 8, 1);
        }
    }

    /// `fetchAdd` on one word.
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class FetchAdd {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            r.r1 = PE0.channel().atomic(Atomic.ADD, 1, at, 8, 1, 0);
        }

        @Actor
        public void one(JJ_Result r) {
            r.r2 = PE1.channel().atomic(Atomic.ADD, 1, at, 8, 1, 0);
        }
    }

    /// `compareSwap` on one word.
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "PE 0 won")
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "PE 1 won")
    @Outcome(expect = FORBIDDEN, desc = "both won, or nobody")
    @State
    public static class CompareSwap {
        private final long at = TwoPes.slot();

        @Actor
        public void zero(JJ_Result r) {
            r.r1 = PE0.channel().atomic(Atomic.COMPARE_SWAP, 1, at, 8, 1, 0);
        }

        @Actor
        public void one(JJ_Result r) {
            r.r2 = PE1.channel().atomic(Atomic.COMPARE_SWAP, 1, at, 8, 2, 0);
        }
    }
}
