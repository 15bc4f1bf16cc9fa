// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.jshmem.junit.ShmemTest;

/// Types of blocks: where their elements lie, and their bounds.
class StructTest extends Ranks {
    private static Datatype struct(Object... blocks) {
        int n = blocks.length / 3;
        int[] lengths = new int[n];
        int[] places = new int[n];
        Datatype[] types = new Datatype[n];
        for (int k = 0; k < n; k++) {
            lengths[k] = (int) blocks[3 * k];
            places[k] = (int) blocks[3 * k + 1];
            types[k] = (Datatype) blocks[3 * k + 2];
        }
        return Datatype.Struct(lengths, places, types);
    }

    private static void bounds(int lb, int ub, int size, Datatype type) {
        assertEquals(
                List.of(lb, ub, ub - lb, size),
                List.of(type.Lb(), type.Ub(), type.Extent(), type.Size()),
                type.getName());
    }

    @ShmemTest(npes = 1)
    void boundsAreThoseOfMpi() {
        Datatype four = Datatype.Contiguous(4, MPI.INT);
        bounds(0, 1, 1, MPI.DOUBLE);
        bounds(0, 100, 4, struct(1, 3, four, 1, 100, MPI.UB, 1, 0, MPI.LB));
        bounds(65, 98, 5, struct(1, 65, four, 1, 97, MPI.INT));
        bounds(-3, 96, 8, struct(2, 13, four, 1, -3, MPI.LB, 1, 96, MPI.UB));
        Datatype padded = struct(1, 0, MPI.INT, 1, 3, MPI.UB);
        bounds(0, 3, 1, padded);
        bounds(0, 6, 2, Datatype.Contiguous(2, padded));
        bounds(0, 3, 2, struct(1, 0, padded, 1, 9, MPI.INT)); // a bound that is given outweighs elements
        bounds(-22, 1, 12, Datatype.createVector(12, 1, -2, MPI.SHORT));
        bounds(3, 5, 2, Datatype.Indexed(new int[] {2}, new int[] {3}, MPI.INT));
        bounds(0, 0, 0, struct());
        bounds(-1, 4, 1, Datatype.createResized(MPI.INT, -4, 20));
        bounds(0, 9, 3, Datatype.createHVector(3, 1, 16, MPI.INT));
        bounds(0, 12, 9, Datatype.createStruct(new int[] {1, 5}, new int[] {8, 0}, new Datatype[] {MPI.INT, MPI.BYTE}));
        bounds(2, 7, 3, Datatype.createHIndexed(new int[] {1, 2}, new int[] {24, 8}, MPI.INT));
        Datatype wide = Datatype.createResized(four, -8, 40);
        assertEquals(List.of(0, 4, -2), List.of(wide.getTrueLb(), wide.getTrueExtent(), wide.getLb()));
    }

    private static final class Particle extends Struct {
        final int mass = addDouble();
        final int kind = addChar();
        final int place = setOffset(12).addInt(3);
        final int pair = addStruct(MPI.int2, 2);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void put(int k) {
                putDouble(mass, k + 0.5);
                putChar(kind, (char) ('a' + k));
                for (int i = 0; i < 3; i++) putInt(place, i, 10 * k + i);
                Int2.Data second = getData(MPI.int2, pair, 1);
                second.putIndex(k);
            }

            List<Object> all() {
                Int2.Data second = getData(MPI.int2, pair, 1);
                return List.of(getDouble(mass), getChar(kind), getInt(place, 2), second.getIndex());
            }
        }
    }

    /// Records of mixed types, items that begin behind their lower bound, and items that overlap in space.
    @ShmemTest(npes = 2)
    void countsGoByTheExtent() {
        Particle particle = new Particle();
        assertEquals(40, particle.getExtent());
        Datatype pair = Datatype.Indexed(new int[] {2}, new int[] {3}, MPI.INT);
        Datatype back = Datatype.Vector(2, 1, -2, MPI.INT); // elements 0 and -2
        Datatype third = Datatype.createResized(MPI.INT, 0, 12);
        int[] data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        ByteBuffer records = MPI.newByteBuffer(80);
        if (me == 0) {
            for (int k = 0; k < 2; k++)
                particle.<Particle.Data>getData(records, k).put(k);
            world.send(records, 2, particle.getType(), 1, 0);
            world.Send(data, 0, 2, pair, 1, 1);
            world.Send(data, 2, 2, back, 1, 2);
            world.send(data, 3, third, 1, 3);
            world.Send(data, 0, 12, MPI.BYTE, 1, 4);
            world.Send(data, 0, 6, MPI.CHAR, 1, 5);
        } else {
            world.recv(records, 2, particle.getType(), 0, 0);
            for (int k = 0; k < 2; k++) {
                Particle.Data got = particle.getData(records, k);
                assertEquals(List.of(k + 0.5, (char) ('a' + k), 10 * k + 2, k), got.all());
            }
            int[][] expected = {{3, 4, 5, 6}, {2, 0, 5, 3}, {0, 3, 6}, {0, 1, 2}, {0, 1, 2}};
            for (int tag = 1; tag <= 5; tag++) {
                int[] got = new int[expected[tag - 1].length];
                if (tag < 4) world.Recv(got, 0, got.length, MPI.INT, 0, tag);
                else if (tag == 4) world.recv(MPI.slice(got, 0), 12, MPI.BYTE, 0, tag);
                else world.recv(got, 6, MPI.CHAR, 0, tag);
                assertArrayEquals(expected[tag - 1], got);
            }
        }
    }

    /// Bytes that arrive, the elements that they are, and the items of 8 numbers.
    @ShmemTest(npes = 1)
    void elementsOfAPartOfAnItemAreCounted() {
        Datatype[] types = {MPI.DOUBLE, MPI.INT};
        Datatype four = Datatype.createContiguous(4, Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, types));
        for (int[] row : new int[][] {{33, -1, -1}, {56, 9, -1}, {60, 10, -1}, {96, 16, 2}}) {
            Status got = world.sendRecv(new byte[96], row[0], MPI.BYTE, 0, 0, new byte[144], 3, four, 0, 0);
            assertArrayEquals(row, new int[] {got.countInBytes, got.getElements(four), got.getCount(four)});
        }
    }

    /// The operation of a program gets buffers in which the elements lie as in its own ones.
    @ShmemTest(npes = 2)
    void anOperationSeesTheGaps() {
        Datatype every = Datatype.Vector(2, 1, 2, MPI.INT); // elements 0 and 2
        Op sum = new Op(
                new UserFunction() {
                    @Override
                    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                        for (int at : new int[] {0, 8}) inOut.putInt(at, in.getInt(at) + inOut.getInt(at));
                    }
                },
                true);
        int[] all = new int[3];
        world.allReduce(new int[] {1, 2, 3}, all, 1, every, sum);
        assertArrayEquals(new int[] {2, 0, 6}, all);
    }

    @ShmemTest(npes = 2)
    void blocksOfSeveralTypesArrive() {
        Datatype pair = Datatype.Vector(2, 1, 2, MPI.FLOAT); // elements 0 and 2
        Datatype struct = Datatype.Struct(new int[] {1, 2}, new int[] {1, 4}, new Datatype[] {pair, MPI.FLOAT});
        struct.Commit();
        assertEquals(4 * Float.BYTES, struct.getByteSize());
        bounds(1, 6, 4, struct);
        float[] data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        if (me == 0) world.Send(data, 0, 2, struct, 1, 0);
        else {
            float[] got = new float[12];
            Status status = world.Recv(got, 0, 2, struct, 0, 0);
            assertArrayEquals(new float[] {0, 1, 0, 3, 4, 5, 6, 0, 8, 9, 10, 0}, got);
            assertEquals(2, status.Get_count(struct));
        }
    }

    @ShmemTest(npes = 1)
    void mistakesAreNamed() {
        assertEquals(
                """
                ERR_TYPE: PE 0/1: Struct: INT and FLOAT have different elements; give types of the same elements, \
                createStruct, or send objects as MPI.OBJECT
                ERR_TYPE: PE 0/1: Struct: the old type is null; give one such as MPI.INT
                ERR_ARG: PE 0/1: Struct: lengths [1, 1] and displacements [0, 1] do not fit; give one of each for \
                every block
                ERR_TYPE: PE 0/1: free: INT belongs to the library; free types of the program only
                ERR_ARG: PE 0/1: createHVector: 6 bytes are not a multiple of the 4 bytes of an element of INT; give \
                a multiple
                """,
                said(
                        () -> struct(1, 0, MPI.INT, 1, 1, MPI.FLOAT),
                        () -> struct(1, 0, MPI.INT, 1, 1, null),
                        () -> Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT}),
                        MPI.INT::free,
                        () -> Datatype.createHVector(2, 1, 6, MPI.INT)));
        assertEquals(0, Datatype.Vector(0, 1, 1, MPI.INT).Size());
        world.Send(new int[1], 0, 1, Datatype.Vector(0, 1, 1, MPI.INT), MPI.PROC_NULL, 0);
    }
}
