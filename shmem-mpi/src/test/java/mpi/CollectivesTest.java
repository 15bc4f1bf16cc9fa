// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.junit.ShmemTest;

/// The collective calls in both spellings, on powers of two and other numbers of ranks.
class CollectivesTest extends Ranks {
    private static int[] each(int n, int value) {
        return IntStream.range(0, n).map(i -> value).toArray();
    }

    @ShmemTest(npes = {1, 2, 5, 8})
    void aRootSendsAndGathers() {
        for (int root = 0; root < n; root++) {
            for (int length : new int[] {1, 70_000}) {
                int[] data = new int[length];
                if (me == root) Arrays.fill(data, root + 5);
                world.Bcast(data, 0, length, MPI.INT, root);
                assertEquals(root + 5, data[length - 1]);
                int[] all = new int[n * length];
                world.Gather(each(length, me), 0, length, MPI.INT, all, 0, length, MPI.INT, root);
                int[] mine = new int[length];
                world.Scatter(all, 0, length, MPI.INT, mine, 0, length, MPI.INT, root);
                assertEquals(me, mine[length - 1]);
            }
            int[] place = new int[n];
            if (me == root) place[me] = me;
            world.gather(me == root ? place : new int[] {me}, 1, MPI.INT, root);
            if (me == root) assertArrayEquals(IntStream.range(0, n).toArray(), place);
            int[] part = me == root ? place : new int[1];
            world.scatter(part, 1, MPI.INT, root);
            assertEquals(me, me == root ? part[me] : part[0]);
            Object[] object = {me == root ? "text" : null};
            world.Bcast(object, 0, 1, MPI.OBJECT, root);
            assertEquals("text", object[0]);
        }
    }

    /// Rank k has k + 1 elements.
    @ShmemTest(npes = {1, 3, 4})
    void partsMayDiffer() {
        int[] counts = IntStream.range(0, n).map(k -> k + 1).toArray();
        int[] displs = IntStream.range(0, n).map(k -> k * (k + 1) / 2).toArray();
        int total = n * (n + 1) / 2;
        int[] expected = IntStream.range(0, n)
                .flatMap(k -> Arrays.stream(each(k + 1, k)))
                .toArray();
        int[] all = new int[total];
        int[] mine = each(me + 1, me);
        world.Gatherv(mine, 0, me + 1, MPI.INT, all, 0, counts, displs, MPI.INT, 0);
        if (me == 0) assertArrayEquals(expected, all);
        int[] back = new int[me + 1];
        world.Scatterv(all, 0, counts, displs, MPI.INT, back, 0, me + 1, MPI.INT, 0);
        assertArrayEquals(mine, back);
        Arrays.fill(all, -1);
        world.Allgatherv(mine, 0, me + 1, MPI.INT, all, 0, counts, displs, MPI.INT);
        assertArrayEquals(expected, all);
        if (me == 0) world.gatherv(all, counts, displs, MPI.INT, 0);
        else world.gatherv(mine, me + 1, MPI.INT, 0);
        if (me == 0) world.scatterv(all, counts, displs, MPI.INT, 0);
        else world.scatterv(back, me + 1, MPI.INT, 0);
        world.allGatherv(all, counts, displs, MPI.INT);
        assertArrayEquals(expected, all);
        // to rank k go k + 1 elements of each rank
        int[] out = IntStream.range(0, n)
                .flatMap(k -> Arrays.stream(each(k + 1, 10 * me + k)))
                .toArray();
        int[] in = new int[n * (me + 1)];
        int[] rcounts = each(n, me + 1);
        int[] rdispls = IntStream.range(0, n).map(k -> k * (me + 1)).toArray();
        world.Alltoallv(out, 0, counts, displs, MPI.INT, in, 0, rcounts, rdispls, MPI.INT);
        for (int k = 0; k < n; k++) assertEquals(10 * k + me, in[k * (me + 1)]);
    }

    @ShmemTest(npes = {1, 4, 7})
    void allExchange() {
        for (int length : new int[] {1, 40_000}) {
            int[] all = new int[n * length];
            world.Allgather(each(length, me), 0, length, MPI.INT, all, 0, length, MPI.INT);
            for (int k = 0; k < n; k++) assertEquals(k, all[k * length + length - 1]);
            world.allGather(all, length, MPI.INT);
            int[] in = new int[n * length];
            int[] out = Arrays.stream(all).map(k -> 100 * me + k).toArray();
            world.Alltoall(out, 0, length, MPI.INT, in, 0, length, MPI.INT);
            for (int k = 0; k < n; k++) assertEquals(100 * k + me, in[k * length]);
        }
        world.Barrier();
    }

    @ShmemTest(npes = {1, 3, 4, 6})
    void operationsCombine() {
        Object[][] sums = {
            {MPI.BYTE, new byte[] {1}, new byte[] {(byte) n}},
            {MPI.CHAR, new char[] {1}, new char[] {(char) n}},
            {MPI.SHORT, new short[] {1}, new short[] {(short) n}},
            {MPI.INT, new int[] {1}, new int[] {n}},
            {MPI.LONG, new long[] {1}, new long[] {n}},
            {MPI.FLOAT, new float[] {0.5f}, new float[] {0.5f * n}},
            {MPI.DOUBLE, new double[] {0.5}, new double[] {0.5 * n}},
        };
        for (Object[] sum : sums) {
            Object got = java.lang.reflect.Array.newInstance(sum[1].getClass().getComponentType(), 1);
            world.Allreduce(sum[1], 0, got, 0, 1, (Datatype) sum[0], MPI.SUM);
            assertTrue(Arrays.deepEquals(new Object[] {sum[2]}, new Object[] {got}), sum[0].toString());
        }
        Object[][] operations = {
            {MPI.MAX, n},
            {MPI.MIN, 1},
            {MPI.PROD, IntStream.rangeClosed(1, n).reduce(1, (a, b) -> a * b)},
            {MPI.BAND, IntStream.rangeClosed(1, n).reduce(-1, (a, b) -> a & b)},
            {MPI.BOR, IntStream.rangeClosed(1, n).reduce(0, (a, b) -> a | b)},
            {MPI.BXOR, IntStream.rangeClosed(1, n).reduce(0, (a, b) -> a ^ b)},
            {MPI.LAND, 1},
            {MPI.LOR, 1},
            {MPI.LXOR, n % 2},
        };
        for (Object[] operation : operations) {
            for (int root = 0; root < n; root++) {
                int[] got = {-1};
                world.Reduce(new int[] {me + 1}, 0, got, 0, 1, MPI.INT, (Op) operation[0], root);
                assertEquals(me == root ? operation[1] : -1, got[0], operation[0] + " " + root);
            }
        }
        boolean[] flag = {me == 0};
        world.Allreduce(flag, 0, flag, 0, 1, MPI.BOOLEAN, MPI.LOR);
        assertTrue(flag[0]);
        int[] least = {n - me, me, 7, me};
        int[] found = new int[4];
        world.Allreduce(least, 0, found, 0, 2, MPI.INT2, MPI.MINLOC);
        assertArrayEquals(new int[] {1, n - 1, 7, 0}, found);
        double[] most = {me * 0.5, me};
        world.allReduce(most, 1, MPI.DOUBLE2, MPI.MAXLOC);
        assertArrayEquals(new double[] {(n - 1) * 0.5, n - 1}, most);
        IntBuffer buffer = MPI.newIntBuffer(1).put(0, me);
        world.reduce(buffer, 1, MPI.INT, MPI.SUM, 0);
        if (me == 0) assertEquals(n * (n - 1) / 2, buffer.get(0));
    }

    @ShmemTest(npes = {1, 3, 4})
    void prefixesAndPartsCombine() {
        int[] got = new int[2];
        world.Scan(new int[] {me, 1}, 0, got, 0, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {me * (me + 1) / 2, me + 1}, got);
        world.scan(new int[] {me, 1}, got, 2, MPI.INT, MPI.SUM);
        int[] before = {me, 1};
        world.exScan(before, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(me == 0 ? new int[] {0, 1} : new int[] {me * (me - 1) / 2, me}, before);
        int[] counts = IntStream.range(0, n).map(k -> k + 1).toArray();
        int total = n * (n + 1) / 2;
        int[] part = new int[me + 1];
        world.Reduce_scatter(IntStream.range(0, total).toArray(), 0, part, 0, counts, MPI.INT, MPI.SUM);
        int first = me * (me + 1) / 2;
        assertArrayEquals(IntStream.range(first, first + me + 1).map(i -> i * n).toArray(), part);
        int[] one = new int[1];
        world.reduceScatterBlock(IntStream.range(0, n).toArray(), one, 1, MPI.INT, MPI.MAX);
        assertEquals(me, one[0]);
        int[] local = {3};
        Comm.reduceLocal(new int[] {4}, local, 1, MPI.INT, MPI.PROD);
        assertEquals(12, local[0]);
    }

    /// Joins texts, which is not commutative. As programs of MPJ Express have it, `in` has the class of the own array,
    /// and `inout` is an array of objects.
    private static Op joining(Class<? extends Object[]> own) {
        return new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int inoffset, Object inout, int inoutoffset, int count, Datatype type) {
                        Object[] left = own.cast(in);
                        Object[] both = (Object[]) inout;
                        for (int i = 0; i < count; i++) {
                            both[inoutoffset + i] = "" + left[inoffset + i] + both[inoutoffset + i];
                        }
                    }
                },
                false);
    }

    @ShmemTest(npes = {2, 5, 8})
    void operationsOfTheProgramCombineInTheOrderOfRanks() {
        Op join = joining(Object[].class);
        Object[] all = new Object[1];
        world.Allreduce(new Object[] {"" + me}, 0, all, 0, 1, MPI.OBJECT, join);
        assertEquals("01234567".substring(0, n), all[0]);
        world.Scan(new Object[] {"" + me}, 0, all, 0, 1, MPI.OBJECT, join);
        assertEquals("01234567".substring(0, me + 1), all[0]);
        // no array of one rank's class holds them all
        world.Allreduce(me == 1 ? new Long[] {1L} : new Integer[] {me}, 0, all, 0, 1, MPI.OBJECT, join);
        assertEquals("01234567".substring(0, n), all[0]);
        String[] texts = new String[1];
        world.Allreduce(new String[] {"" + me}, 0, texts, 0, 1, MPI.OBJECT, joining(String[].class));
        assertEquals("01234567".substring(0, n), texts[0]);
        Op last = new Op(
                new UserFunction() {
                    @Override
                    public void call(Object in, Object inOut, int count, Datatype type) {
                        ((int[]) inOut)[0] += 10 * ((int[]) in)[0];
                    }
                },
                false);
        int[] digits = {me};
        world.allReduce(digits, 1, MPI.INT, last);
        assertFalse(last.isCommutative() || last.isNull());
        last.free();
        assertTrue(last.isNull());
    }

    @ShmemTest(npes = {4, 6})
    void communicatorsSplit() {
        Intracomm part = world.Split(me % 2, -me);
        assertEquals(n / 2, part.Size());
        assertEquals((n - 1 - me) / 2, part.Rank());
        int[] sum = new int[1];
        part.Allreduce(new int[] {me}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(IntStream.range(0, n).filter(k -> k % 2 == me % 2).sum(), sum[0]);
        assertEquals(me == 0, world.Split(me == 0 ? MPI.UNDEFINED : 1, 0) == null);
        assertEquals(me == 0, world.split(me == 0 ? MPI.UNDEFINED : 1, 0).isNull());
        Group group = world.Group();
        Group evens = group.Range_incl(new int[][] {{0, n - 1, 2}});
        Intracomm made = world.Create(evens);
        assertEquals(me % 2 == 0, made != null);
        int half = n / 2;
        Intracomm apart = world.create(group.incl(
                IntStream.range(0, half).map(k -> me < half ? k : half + k).toArray()));
        assertEquals(List.of(half, me % half), List.of(apart.getSize(), apart.getRank()));
        MPIException outside = assertThrows(MPIException.class, () -> apart.create(group));
        String place =
                "PE %d/%d: Create: the group has rank %d of COMM_WORLD, which is not in a part of COMM_WORLD; give a"
                        + " group of its ranks";
        assertEquals(place.formatted(me, n, me < half ? half : 0), outside.getMessage());
        assertEquals(
                List.of(n / 2, n),
                List.of(evens.Size(), Group.Union(evens, group).Size()));
        assertEquals(MPI.CONGRUENT, Comm.Compare(world, world.clone()));
        assertEquals(MPI.IDENT, Comm.compare(world, world));
        assertEquals(MPI.UNEQUAL, Group.Compare(evens, Group.Difference(group, evens)));
        part.Free();
        assertTrue(part.isNull());
    }

    @ShmemTest(npes = 6)
    void gridsHaveNeighbours() {
        int[] dims = {0, 0};
        Cartcomm.Dims_create(6, dims);
        assertArrayEquals(new int[] {3, 2}, dims);
        int[] twenty = {0, 0, 0};
        Cartcomm.Dims_create(20, twenty);
        assertArrayEquals(new int[] {5, 2, 2}, twenty);
        Cartcomm grid = world.Create_cart(dims, new boolean[] {true, false}, false);
        int[] coords = grid.Coords(me);
        assertArrayEquals(new int[] {me / 2, me % 2}, coords);
        assertEquals(me, grid.Rank(coords));
        assertEquals(grid.Rank(new int[] {-1, 0}), grid.Rank(new int[] {2, 0}));
        ShiftParms shift = grid.Shift(0, 1);
        assertEquals(List.of((me + 4) % 6, (me + 2) % 6), List.of(shift.rank_source, shift.rank_dest));
        assertEquals(me % 2 == 0 ? MPI.PROC_NULL : me - 1, grid.Shift(1, 1).getRankSource());
        Cartcomm row = grid.Sub(new boolean[] {false, true});
        assertEquals(List.of(2, me % 2), List.of(row.Size(), row.Rank()));
        assertArrayEquals(dims, grid.Get().dims);
        CartComm open = world.createCart(new int[] {5}, new boolean[] {true}, true);
        assertEquals(me == 5, open.isNull());
        assertEquals(MPI.CART, grid.Topo_test());
        if (me < 5) assertEquals((me + 1) % 5, open.shift(0, 1).getRankDest());
        int[] three = {0, 0, 0};
        CartComm.createDims(24, three);
        assertEquals(24, three[0] * three[1] * three[2]);
        assertEquals(me == 5, world.Create_cart(new int[] {5}, new boolean[1], false) == null);
    }
}
