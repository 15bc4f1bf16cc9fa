// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.jshmem.compat.OpenShmem.*;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.jshmem.SymWords;

/// The words of a [DrawnWait] on all PEs: who writes them, and the wait of this PE.
final class MadeUpWait {
    private static final int WORDS = DrawnWait.WORDS;

    private final int me;
    private final DrawnWait[] drawn;
    private final DrawnWait mine;
    private SymShorts shorts;
    private SymInts ints;
    private SymLongs longs;
    private Signal[] signals;

    /// Allocates the words: a collective call.
    MadeUpWait(Shmem sh, int number) {
        me = sh.myPe();
        drawn = new DrawnWait[sh.nPes()];
        Arrays.setAll(drawn, pe -> new DrawnWait(number, pe, drawn.length));
        mine = drawn[me];
        switch (mine.type) {
            case SHORT -> shorts = sh.shorts(WORDS).named(mine.name);
            case INT -> ints = sh.ints(WORDS).named(mine.name);
            case LONG -> longs = sh.longs(WORDS).named(mine.name);
            case SIGNAL -> {
                signals = sh.signals(WORDS);
                for (int k = 0; k < WORDS; k++) signals[k].named(mine.name + "." + k);
            }
        }
    }

    /// What the report of this PE's wait says of it.
    String words() {
        return mine.words();
    }

    /// Writes this PE's share of all PEs' words: first the value and one, then, after a barrier, the value.
    void write(boolean last) {
        for (int pe = 0; pe < drawn.length; pe++) {
            for (int k = 0; k < WORDS; k++) {
                int writer = drawn[pe].writers[k];
                if (last && writer == me) write(pe, k, drawn[pe].values[k], drawn[pe].means[k]);
                if (!last && (writer + 1) % drawn.length == me) write(pe, k, drawn[pe].values[k] + 1, 0);
            }
        }
    }

    /// An update by addition goes on from the value and one.
    private void write(int pe, int k, long value, int means) {
        switch (mine.type) {
            case SHORT -> {
                if (means % 2 == 0) shorts.p(k, (short) value, pe);
                else shorts.put(k, new short[] {(short) value}, 0, 1, pe);
            }
            case INT -> {
                switch (means) {
                    case 0 -> ints.p(k, (int) value, pe);
                    case 1 -> ints.put(k, new int[] {(int) value}, 0, 1, pe);
                    case 2 -> ints.iput(k, 1, new int[] {(int) value}, 0, 1, 1, pe);
                    case 3 -> ints.atomicSet(k, (int) value, pe);
                    default -> ints.add(k, -1, pe);
                }
            }
            case LONG -> {
                switch (means) {
                    case 0 -> longs.p(k, value, pe);
                    case 1 -> longs.put(k, new long[] {value}, 0, 1, pe);
                    case 2 -> longs.iput(k, 1, new long[] {value}, 0, 1, 1, pe);
                    case 3 -> longs.atomicSet(k, value, pe);
                    default -> longs.add(k, -1, pe);
                }
            }
            case SIGNAL -> {
                if (means < 3) signals[k].set(value, pe);
                else signals[k].add(-1, pe);
            }
        }
    }

    /// Waits until the job's limit.
    void await() {
        SymWords<?, ?> words = shorts != null ? shorts : ints != null ? ints : longs;
        if (signals != null) awaitSignals();
        else if (mine.unsigned) awaitUnsigned();
        else if (mine.form == DrawnWait.Form.VECTOR) awaitVector();
        else {
            switch (mine.form) {
                case ALL -> words.waitUntilAll(0, WORDS, mine.skip, mine.cmp, mine.goals[0]);
                case ANY -> words.waitUntilAny(0, WORDS, mine.skip, mine.cmp, mine.goals[0]);
                case SOME -> words.waitUntilSome(0, WORDS, new int[WORDS], mine.skip, mine.cmp, mine.goals[0]);
                default -> words.waitUntil(0, mine.cmp, mine.goals[0]);
            }
        }
    }

    private void awaitSignals() {
        switch (mine.form) {
            case ALL -> Signal.waitUntilAll(signals, mine.skip, mine.cmp, mine.goals[0]);
            case ANY -> Signal.waitUntilAny(signals, mine.skip, mine.cmp, mine.goals[0]);
            case SOME -> Signal.waitUntilSome(signals, new int[WORDS], mine.skip, mine.cmp, mine.goals[0]);
            default -> signals[0].waitUntil(mine.cmp, mine.goals[0]);
        }
    }

    private void awaitVector() {
        long[] goals = mine.goals;
        int[] narrow = new int[WORDS];
        short[] narrower = new short[WORDS];
        for (int k = 0; k < WORDS; k++) narrower[k] = (short) (narrow[k] = (int) goals[k]);
        if (longs != null) longs.waitUntilAll(0, WORDS, mine.skip, mine.cmp, goals);
        else if (ints != null) ints.waitUntilAny(0, WORDS, mine.skip, mine.cmp, narrow);
        else shorts.waitUntilSome(0, WORDS, new int[WORDS], mine.skip, mine.cmp, narrower);
    }

    /// By names of C, whose types have no sign.
    private void awaitUnsigned() {
        Cmp cmp = mine.cmp;
        long goal = mine.goals[0];
        int[] status = new int[WORDS];
        for (int k = 0; k < WORDS; k++) status[k] = mine.skip[k] ? 1 : 0;
        int[] found = new int[WORDS];
        switch (mine.type) {
            case SHORT -> shmem_ushort_wait_until(shorts, cmp, (short) goal);
            case INT -> {
                switch (mine.form) {
                    case ALL -> shmem_uint_wait_until_all(ints, WORDS, status, cmp, (int) goal);
                    case ANY -> shmem_uint_wait_until_any(ints, WORDS, status, cmp, (int) goal);
                    case SOME -> shmem_uint_wait_until_some(ints, WORDS, found, status, cmp, (int) goal);
                    default -> shmem_uint_wait_until(ints, cmp, (int) goal);
                }
            }
            default -> {
                switch (mine.form) {
                    case ALL -> shmem_ulong_wait_until_all(longs, WORDS, status, cmp, goal);
                    case ANY -> shmem_ulong_wait_until_any(longs, WORDS, status, cmp, goal);
                    case SOME -> shmem_ulong_wait_until_some(longs, WORDS, found, status, cmp, goal);
                    default -> shmem_ulong_wait_until(longs, cmp, goal);
                }
            }
        }
    }

    @Override
    public String toString() {
        return "PE " + me + ": " + mine;
    }
}
