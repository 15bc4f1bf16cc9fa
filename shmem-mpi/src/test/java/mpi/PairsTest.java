// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.jshmem.junit.ShmemTest;

/// Pairs of a value and its place in Open MPI's spelling, in buffers of bytes.
class PairsTest extends Ranks {
    private static ByteBuffer reduced(ByteBuffer in, Datatype type, Op op) {
        ByteBuffer out = MPI.newByteBuffer(in.capacity());
        MPI.COMM_WORLD.allReduce(in, out, in.capacity() / type.getExtent(), type, op);
        return out;
    }

    @ShmemTest(npes = {1, 3})
    void doublesHaveTheirPlace() {
        ByteBuffer in = MPI.newByteBuffer(2 * MPI.DOUBLE_INT.getExtent());
        for (int i = 0; i < 2; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(in, i);
            pair.putValue(i == 0 ? me + 0.25 : -0.5 * me);
            pair.putIndex(10 * i + me);
        }
        ByteBuffer least = reduced(in, MPI.DOUBLE_INT, MPI.MINLOC);
        assertEquals(0.25, MPI.doubleInt.<DoubleInt.Data>getData(least).getValue());
        assertEquals(0, MPI.doubleInt.<DoubleInt.Data>getData(least).getIndex());
        assertEquals(
                -0.5 * (n - 1), MPI.doubleInt.<DoubleInt.Data>getData(least, 1).getValue());
        assertEquals(10 + n - 1, MPI.doubleInt.<DoubleInt.Data>getData(least, 1).getIndex());
        for (Op op : new Op[] {MPI.MINLOC, MPI.MAXLOC}) { // the zeros are equal, so the smaller place wins
            double[] zero = {me == 0 ? -0.0 : 0.0, 9 - me};
            MPI.COMM_WORLD.allReduce(zero, 1, MPI.DOUBLE2, op);
            assertEquals(9 - n + 1, zero[1]);
        }
        ByteBuffer greatest = reduced(in, MPI.DOUBLE_INT, MPI.MAXLOC);
        assertEquals(
                n - 1 + 0.25, MPI.doubleInt.<DoubleInt.Data>getData(greatest).getValue());
        assertEquals(10, MPI.doubleInt.<DoubleInt.Data>getData(greatest, 1).getIndex());
    }

    @ShmemTest(npes = 3)
    void theOtherPairsToo() {
        ByteBuffer ints = MPI.newByteBuffer(MPI.INT2.getExtent());
        MPI.int2.<Int2.Data>getData(ints).putValue(-me);
        MPI.int2.<Int2.Data>getData(ints).putIndex(me);
        Int2.Data anInt = MPI.int2.getData(reduced(ints, MPI.INT2, MPI.MINLOC));
        assertEquals(-2, anInt.getValue());
        assertEquals(2, anInt.getIndex());
        ByteBuffer shorts = MPI.newByteBuffer(MPI.SHORT_INT.getExtent());
        MPI.shortInt.<ShortInt.Data>getData(shorts).putValue((short) 7); // equal: the smaller place
        MPI.shortInt.<ShortInt.Data>getData(shorts).putIndex(100_000 - me);
        ShortInt.Data aShort = MPI.shortInt.getData(reduced(shorts, MPI.SHORT_INT, MPI.MAXLOC));
        assertEquals(7, aShort.getValue());
        assertEquals(99_998, aShort.getIndex());
        ByteBuffer longs = MPI.newByteBuffer(MPI.LONG_INT.getExtent());
        MPI.longInt.<LongInt.Data>getData(longs).putValue((long) me << 40);
        MPI.longInt.<LongInt.Data>getData(longs).putIndex(me);
        LongInt.Data aLong = MPI.longInt.getData(reduced(longs, MPI.LONG_INT, MPI.MAXLOC));
        assertEquals(2L << 40, aLong.getValue());
        assertEquals(2, aLong.getIndex());
        ByteBuffer floats = MPI.newByteBuffer(MPI.FLOAT_INT.getExtent());
        MPI.floatInt.<FloatInt.Data>getData(floats).putValue(-0.5f * me);
        MPI.floatInt.<FloatInt.Data>getData(floats).putIndex(me);
        FloatInt.Data aFloat = MPI.floatInt.getData(reduced(floats, MPI.FLOAT_INT, MPI.MINLOC));
        assertEquals(-1.0f, aFloat.getValue());
        assertEquals(2, aFloat.getIndex());
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
