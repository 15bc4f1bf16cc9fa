// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.junit.jupiter.api.Test;

/// Collective calls with random arguments, most of them wrong: all PEs take or refuse a call alike, a PE that makes
/// another call than the others is found, and nothing is ever written beside an object.
public abstract class ArgumentsContract extends ApiContract {
    private static final long[] COUNTS = {-1, 0, 1, 2, 5, 16, 17, 64, Integer.MIN_VALUE, Long.MAX_VALUE};
    private static final long[] STRIDES = {-1, 0, 1, 2, 3, Long.MAX_VALUE};
    private static final int[] ROOTS = {-1, 0, 1, 2, 3, Integer.MAX_VALUE};
    private static final int OTHERS = 7; // calls without symmetric arrays
    private static final long UNTOUCHED = 0x5ca1ab1e0ddba11L;

    /// Objects to call with, and a guard behind each.
    private static final class Things {
        final List<SymArray<?, ?>> arrays = new ArrayList<>();
        final List<SymLongs> guards = new ArrayList<>();

        Things(Shmem sh) {
            SymLongs longs = add(sh, sh.longs(64));
            add(sh, sh.longs(16));
            add(sh, sh.doubles(64));
            add(sh, sh.doubles(16));
            add(sh, sh.ints(64));
            add(sh, sh.bytes(200));
            arrays.add(longs.slice(8, 20));
            arrays.add(sh.longs(0));
            SymLongs gone = sh.longs(64);
            gone.free();
            arrays.add(gone);
            arrays.add(null);
            for (SymLongs guard : guards) for (int k = 0; k < 8; k++) guard.set(k, UNTOUCHED);
        }

        private <S extends SymArray<?, ?>> S add(Shmem sh, S array) {
            arrays.add(array);
            guards.add(sh.longs(8));
            return array;
        }

        void assertGuards(String story) {
            for (SymLongs guard : guards) {
                for (int k = 0; k < 8; k++) assertEquals(UNTOUCHED, guard.get(k), story);
            }
        }

        SymArray<?, ?> any(SplittableRandom random) {
            return arrays.get(random.nextInt(arrays.size()));
        }
    }

    private static long any(SplittableRandom random, long[] of) {
        return of[random.nextInt(of.length)];
    }

    /// A random call; what it threw, or what tells that it was taken.
    private static String call(SplittableRandom random, Shmem sh, Things things) {
        SymArray<?, ?> dst = things.any(random);
        SymArray<?, ?> src = random.nextInt(3) == 0 ? dst : things.any(random);
        long n = any(random, COUNTS);
        Op op = random.nextInt(8) == 0 ? null : Op.values()[random.nextInt(Op.values().length)];
        int root = ROOTS[random.nextInt(ROOTS.length)];
        long[] strides = {any(random, STRIDES), any(random, STRIDES)};
        int kind = random.nextInt(OTHERS + CollectiveCall.DATA.size());
        try {
            if (kind < OTHERS) make(kind, sh, n, op, root, strides);
            else {
                CollectiveCall each = CollectiveCall.DATA.get(kind - OTHERS);
                long[] counts = op == null ? null : new long[] {n, strides[0], strides[1]};
                boolean numbers = dst instanceof SymNumbers && (src == null || src instanceof SymNumbers);
                if (each.combines() && !numbers) return "taken"; // the compiler refuses it
                var arguments = new CollectiveCall.Arguments(
                        sh.myPe(), sh.nPes(), n, n, root, op, strides[0], strides[1], counts);
                each.call(sh.world(), dst, src, arguments);
            }
            return "taken";
        } catch (CollectiveMismatchException e) {
            return "mismatch";
        } catch (ShmemException | IllegalArgumentException | IllegalStateException e) {
            return e.getClass().getSimpleName();
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return e.getClass().getSimpleName();
        }
    }

    private static void make(int kind, Shmem sh, long n, Op op, int root, long[] strides) {
        Team t = sh.world();
        switch (kind) {
            case 0 -> t.reduce(op, n);
            case 1 ->
                t.splitStrided(root, (int) strides[0], Math.clamp(n, -1, 4)).ifPresent(Team::close);
            case 2 -> {
                var grid = t.split2d(Math.clamp(n, -1, 4));
                grid.x().close();
                grid.y().close();
            }
            case 3 -> sh.longs(n).free();
            case 4 -> sh.mem(n, strides[1]).free();
            case 5 -> t.reduce(op, op == Op.MAX ? null : new double[Math.clamp(n, 0, 99)]);
            default -> t.splitList(root, (int) strides[0]).ifPresent(Team::close);
        }
    }

    @Test
    void everyCallIsTakenOrRefusedAlikeOnEveryPe() throws Exception {
        run(3, (sh, a) -> {
            Things things = new Things(sh);
            int taken = 0;
            for (int round = 0; round < 1500; round++) {
                String outcome = call(new SplittableRandom(round), sh, things);
                String story = "round " + round + " on PE " + sh.myPe() + ": " + outcome;
                long mine = outcome.hashCode();
                assertEquals(mine, sh.world().reduce(Op.MAX, mine), story);
                assertEquals(mine, sh.world().reduce(Op.MIN, mine), story);
                things.assertGuards(story);
                if (outcome.equals("taken")) taken++;
            }
            assertEquals(true, taken > 100 && taken < 1400, taken + " calls were taken");
        });
    }

    @Test
    void oneOddCallHangsNobodyAndWritesNothingElsewhere() throws Exception {
        String[] seen = new String[3];
        int found = 0;
        for (int k = 0; k < 80; k++) {
            int seed = k;
            run(3, (sh, a) -> {
                Things things = new Things(sh);
                Signal ends = beginTogether(sh);
                SplittableRandom random = new SplittableRandom(sh.myPe() == seed % 3 ? 1000 + seed : seed);
                String outcome = call(random, sh, things);
                try {
                    sh.syncAll();
                } catch (CollectiveMismatchException e) {
                    outcome += ", mismatch";
                }
                synchronized (seen) {
                    seen[sh.myPe()] = outcome;
                }
                things.assertGuards("seed " + seed + ": " + outcome);
                endTogether(sh, ends);
            });
            long mismatches =
                    Arrays.stream(seen).filter(s -> s.contains("mismatch")).count();
            assertEquals(true, mismatches == 0 || mismatches == 3, "seed " + seed + ": " + List.of(seen));
            if (mismatches == 3) found++;
        }
        assertEquals(true, found > 20, found + " of 80 were found to differ");
    }
}
