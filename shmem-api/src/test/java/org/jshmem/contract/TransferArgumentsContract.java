// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.Test;

/// One-sided calls with random arguments, most of them wrong: each is taken exactly when it is legal, does exactly
/// what it says, and otherwise throws what [org.jshmem.SymArray] says and moves nothing.
public abstract class TransferArgumentsContract extends ApiContract {
    private static final int LENGTH = 32;
    private static final int[] PLACES = {-1, 0, 1, 7, 30, 31, 32, 33, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final int[] COUNTS = {-1, 0, 1, 2, 3, 8, 31, 32, 33, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final int[] STRIDES = {-1, 0, 1, 2, 3, 5, Integer.MAX_VALUE};
    private static final int[] PES = {-1, 0, 1, 2, Integer.MAX_VALUE};

    /// What both PEs' arrays, and the own Java array, have to hold.
    private static final class Model {
        final long[][] symmetric = new long[2][LENGTH];
        final long[] own = new long[LENGTH];
    }

    /// The arguments of a call, and what comes of them: an index list on either side, or what is wrong.
    private static final class Call {
        final int verb;
        final int i;
        final int from;
        final int n;
        final int pe;
        final int farStride;
        final int ownStride;
        final int block;
        final boolean missing;

        Call(SplittableRandom random) {
            verb = random.nextInt(9);
            boolean tame = random.nextBoolean(); // enough of them have to be legal
            i = tame ? random.nextInt(8) : PLACES[random.nextInt(PLACES.length)];
            from = tame ? random.nextInt(8) : PLACES[random.nextInt(PLACES.length)];
            n = tame ? random.nextInt(6) : COUNTS[random.nextInt(COUNTS.length)];
            pe = tame ? random.nextInt(2) : PES[random.nextInt(PES.length)];
            farStride = tame ? 1 + random.nextInt(4) : STRIDES[random.nextInt(STRIDES.length)];
            ownStride = tame ? 1 + random.nextInt(4) : STRIDES[random.nextInt(STRIDES.length)];
            block = tame ? 1 + random.nextInt(Math.min(farStride, ownStride)) : COUNTS[random.nextInt(COUNTS.length)];
            missing = random.nextInt(20) == 0;
        }

        boolean isStrided() {
            return verb >= 4 && verb <= 7;
        }

        boolean isBlocked() {
            return verb == 6 || verb == 7;
        }

        boolean isGet() {
            return verb == 1 || verb == 3 || verb == 5 || verb == 7;
        }

        /// Elements of one block.
        long width() {
            return isBlocked() ? block : 1;
        }

        private long span(long stride) {
            if (!isStrided()) return n;
            return n == 0 || width() == 0 ? 0 : (n - 1L) * stride + width();
        }

        private static boolean fits(long at, long span) {
            return at >= 0 && span >= 0 && at + span <= LENGTH;
        }

        boolean isIllegal() {
            return n < 0 || isStrided() && (farStride < 1 || ownStride < 1) || isBlocked() && block < 0;
        }

        boolean overlapsItself() {
            return isBlocked() && block > Math.min(farStride, ownStride);
        }

        boolean isOutside() {
            return pe < 0 || pe > 1 || !fits(i, span(farStride)) || !fits(from, span(ownStride));
        }

        boolean movesNothing() {
            return n == 0 || isBlocked() && block == 0;
        }

        void make(SymLongs x, Signal signal, long[] array) {
            long[] buffer = missing ? null : array;
            switch (verb) {
                case 0 -> x.put(i, buffer, from, n, pe);
                case 1 -> x.get(i, buffer, from, n, pe);
                case 2 -> x.putNbi(i, buffer, from, n, pe);
                case 3 -> x.getNbi(i, buffer, from, n, pe);
                case 4 -> x.iput(i, farStride, buffer, from, ownStride, n, pe);
                case 5 -> x.iget(i, farStride, buffer, from, ownStride, n, pe);
                case 6 -> x.ibput(i, farStride, buffer, from, ownStride, block, n, pe);
                case 7 -> x.ibget(i, farStride, buffer, from, ownStride, block, n, pe);
                default -> x.putSignal(i, buffer, from, n, signal, 1, SignalOp.ADD, pe);
            }
        }

        void make(Model model) {
            for (int k = 0; k < n; k++) {
                for (int e = 0; e < width(); e++) {
                    int far = isStrided() ? i + k * farStride + e : i + k;
                    int own = isStrided() ? from + k * ownStride + e : from + k;
                    if (isGet()) model.own[own] = model.symmetric[pe][far];
                    else model.symmetric[pe][far] = model.own[own];
                }
            }
        }

        @Override
        public String toString() {
            return "verb %d i %d from %d n %d pe %d strides %d %d block %d missing %s"
                    .formatted(verb, i, from, n, pe, farStride, ownStride, block, missing);
        }
    }

    private static void check(Call call, Throwable thrown) {
        String story = call + ": " + thrown;
        if (call.movesNothing() && !call.isIllegal()) return; // places need not be looked at
        boolean wrong = call.isIllegal() || call.overlapsItself() || call.isOutside() || call.missing;
        assertEquals(wrong, thrown != null, story);
        if (thrown == null) return;
        boolean fitting = thrown instanceof IllegalArgumentException && (call.isIllegal() || call.overlapsItself())
                || thrown instanceof IndexOutOfBoundsException && (call.isOutside() || call.isIllegal())
                || thrown instanceof NullPointerException && call.missing;
        assertTrue(fitting, story);
        assertTrue(thrown.getMessage().startsWith("PE 0/2: "), story);
    }

    @Test
    void transfersAreTakenExactlyWhenTheyAreLegalAndTouchNothingElse() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(LENGTH);
            SymLongs guard = sh.longs(8);
            Signal signal = sh.signal();
            if (sh.myPe() == 0) play(sh, x, signal);
            sh.barrierAll();
            for (int k = 0; k < 8; k++) assertEquals(0, guard.get(k));
        });
    }

    private static void play(Shmem sh, SymLongs x, Signal signal) {
        SplittableRandom random = new SplittableRandom(3);
        Model model = new Model();
        long[] array = new long[LENGTH];
        long[] seen = new long[LENGTH];
        int taken = 0;
        for (int round = 0; round < 6000; round++) {
            Call call = new Call(random);
            int changed = random.nextInt(LENGTH);
            array[changed] = model.own[changed] = round;
            Throwable thrown = null;
            try {
                call.make(x, signal, array);
                sh.quiet();
            } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
                thrown = e;
            }
            check(call, thrown);
            if (thrown == null && !call.movesNothing()) {
                call.make(model);
                taken++;
            }
            for (int pe = 0; pe < 2; pe++) {
                x.get(seen, pe);
                assertArrayEquals(model.symmetric[pe], seen, call + " " + Arrays.toString(seen));
            }
            assertArrayEquals(model.own, array, call::toString);
        }
        assertTrue(taken > 1000 && taken < 5000, taken + " calls were taken");
    }
}
