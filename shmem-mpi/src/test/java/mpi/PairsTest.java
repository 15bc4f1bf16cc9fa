// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jshmem.junit.ShmemTest;

/// Pairs of a value and its place in Open MPI's spelling, in buffers of bytes.
class PairsTest extends Ranks {
    /// The second of two pairs has a value of each rank, of which that of the last one is expected.
    private <D extends Pair.Data> void check(
            Pair type, Op op, Consumer<D> put, Function<D, Number> value, double expected) {
        ByteBuffer in = MPI.newByteBuffer(2 * type.getExtent());
        ByteBuffer out = MPI.newByteBuffer(2 * type.getExtent());
        D mine = type.getData(in, 1);
        put.accept(mine);
        mine.putIndex(10 + me);
        world.allReduce(in, out, 2, type.getType(), op);
        D found = type.getData(out, 1);
        assertEquals(List.of(expected, 9 + n), List.of(value.apply(found).doubleValue(), found.getIndex()));
        D first = type.getData(out);
        assertEquals(List.of(0.0, 0), List.of(value.apply(first).doubleValue(), first.getIndex()));
    }

    @ShmemTest(npes = {1, 3})
    void eachKindOfPairHasItsPlace() {
        this.<Int2.Data>check(MPI.int2, MPI.MINLOC, pair -> pair.putValue(-me), Int2.Data::getValue, 1 - n);
        this.<ShortInt.Data>check(
                MPI.shortInt, MPI.MAXLOC, pair -> pair.putValue((short) me), ShortInt.Data::getValue, n - 1);
        this.<LongInt.Data>check(
                MPI.longInt, MPI.MAXLOC, pair -> pair.putValue((long) me << 40), LongInt.Data::getValue, n - 1L << 40);
        this.<FloatInt.Data>check(MPI.floatInt, MPI.MINLOC, pair -> pair.putValue(-me), FloatInt.Data::getValue, 1 - n);
        this.<DoubleInt.Data>check(
                MPI.doubleInt, MPI.MAXLOC, pair -> pair.putValue(me + 0.25), DoubleInt.Data::getValue, n - 0.75);
        for (Op op : new Op[] {MPI.MINLOC, MPI.MAXLOC}) { // the zeros are equal, so the smaller place wins
            double[] zero = {me == 0 ? -0.0 : 0.0, 9 - me};
            world.allReduce(zero, 1, MPI.DOUBLE2, op);
            assertEquals(9 - n + 1, zero[1]);
        }
    }

    @ShmemTest(npes = 1)
    void pairsLieInBytesAsCHasThem() {
        assertEquals(8, MPI.INT2.getExtent());
        assertEquals(2, MPI.INT2.Extent()); // in MPJ Express's spelling: elements
        assertEquals(8, MPI.SHORT_INT.getExtent());
        assertEquals(16, MPI.LONG_INT.getExtent());
        assertEquals(8, MPI.FLOAT_INT.getExtent());
        assertEquals(16, MPI.doubleInt.getExtent());
        assertEquals(32, Datatype.createContiguous(2, MPI.doubleInt.getType()).getExtent());
        byte[] pairs = new byte[32];
        MPI.doubleInt.<DoubleInt.Data>getData(pairs, 1).putIndex(5);
        assertEquals(5, pairs[24]);
        ByteBuffer second = MPI.doubleInt.getData(ByteBuffer.wrap(pairs), 1).getBuffer();
        assertEquals(5, second.get(8));
    }
}
