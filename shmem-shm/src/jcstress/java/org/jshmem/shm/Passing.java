// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.jshmem.shm.TwoPes.APART;
import static org.jshmem.shm.TwoPes.PE0;
import static org.jshmem.shm.TwoPes.PE1;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.WordWait;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/// PE 0 writes data and then a flag in PE 1's memory. Who has seen the flag has to see the data.
public class Passing {
    private static final MemorySegment THREE = MemorySegment.ofArray(new long[] {1, 1, 1});

    private Passing() {}

    /// `p; fence; p`.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "in order")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the flag has overtaken the data")
    @State
    public static class PutFencePut {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().store(1, at, 8, 1);
            PE0.channel().fence();
            PE0.channel().store(1, at + APART, 8, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = PE1.channel().load(1, at + APART, 8);
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// `putSignal` of three words.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "in order")
    @Outcome(expect = FORBIDDEN, desc = "the signal has overtaken its data")
    @State
    public static class PutSignal {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().put(1, at, THREE, 0, 24);
            PE0.channel().signal(1, at + APART, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = PE1.channel().load(1, at + APART, 8);
            r.r2 = PE1.channel().load(1, at + 16, 8);
        }
    }

    /// A signal that is waited for.
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the data is there")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "the wait was over before the data came")
    @State
    public static class PutSignalWait {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().put(1, at, THREE, 0, 24);
            PE0.channel().signal(1, at + APART, 1);
        }

        @Actor
        public void reader(J_Result r) {
            new WordWait(_ -> "in a test", PE1, at + APART, Cmp.EQ, 1).await();
            r.r1 = PE1.channel().load(1, at + 16, 8);
        }
    }

    /// `p; add`: an atomic is a full barrier here.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "in order")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the atomic has overtaken the put")
    @State
    public static class PutAtomic {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().store(1, at, 8, 1);
            PE0.channel().atomic(Atomic.ADD, 1, at + APART, 8, 1, 0);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = PE1.channel().load(1, at + APART, 8);
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// Two gets of one word: the second never sees less than the first.
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "in order")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "new, then old")
    @State
    public static class OneWordTwice {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().store(1, at, 8, 1);
        }

        @Actor
        public void reader(JJ_Result r) {
            r.r1 = PE1.channel().load(1, at, 8);
            r.r2 = PE1.channel().load(1, at, 8);
        }
    }

    /// An aligned word is seen whole or not at all.
    @JCStressTest
    @Outcome(
            id = {"0", "-1"},
            expect = ACCEPTABLE,
            desc = "whole")
    @Outcome(expect = FORBIDDEN, desc = "torn")
    @State
    public static class WholeWord {
        private final long at = TwoPes.slot();

        @Actor
        public void writer() {
            PE0.channel().store(1, at, 8, -1);
        }

        @Actor
        public void reader(J_Result r) {
            r.r1 = PE1.channel().load(1, at, 8);
        }
    }
}
