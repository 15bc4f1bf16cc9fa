// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import org.jshmem.junit.ShmemTest;

/// MPJ Express's Struct: blocks of several types, which have the same elements.
class StructTest {
    @ShmemTest(npes = 2)
    void blocksOfSeveralTypesArrive() {
        MPI.Init(new String[0]);
        Datatype pair = Datatype.Vector(2, 1, 2, MPI.FLOAT); // elements 0 and 2
        Datatype struct = Datatype.Struct(new int[] {1, 2}, new int[] {1, 4}, new Datatype[] {pair, MPI.FLOAT});
        struct.Commit();
        assertEquals(4 * Float.BYTES, struct.Size());
        assertEquals(6, struct.Extent());
        float[] data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
        if (MPI.COMM_WORLD.Rank() == 0) MPI.COMM_WORLD.Send(data, 0, 2, struct, 1, 0);
        else {
            float[] got = new float[12];
            Status status = MPI.COMM_WORLD.Recv(got, 0, 2, struct, 0, 0);
            assertArrayEquals(new float[] {0, 1, 0, 3, 4, 5, 0, 7, 0, 9, 10, 11}, got);
            assertEquals(2, status.Get_count(struct));
        }
        MPI.Finalize();
    }

    @ShmemTest(npes = 1)
    void mistakesAreNamed() {
        MPI.Init(new String[0]);
        refused(
                "PE 0/1: Struct: INT and FLOAT have different elements; give types of the same elements, or send objects"
                        + " as MPI.OBJECT",
                new int[] {1, 1},
                MPI.INT,
                MPI.FLOAT);
        refused("PE 0/1: Struct: the old type is null; give one such as MPI.INT", new int[] {1, 1}, MPI.INT, null);
        refused(
                "PE 0/1: Struct: lengths [1, 1] and displacements [0, 1] do not fit; give one of each for every block",
                new int[] {1, 1},
                MPI.INT);
        assertEquals(0, Datatype.Vector(0, 1, 1, MPI.INT).Size());
        MPI.COMM_WORLD.Send(new int[1], 0, 1, Datatype.Vector(0, 1, 1, MPI.INT), MPI.PROC_NULL, 0);
        MPI.Finalize();
    }

    private static void refused(String text, int[] lengths, Datatype... types) {
        MPIException mistake =
                assertThrowsExactly(MPIException.class, () -> Datatype.Struct(lengths, new int[] {0, 1}, types));
        assertEquals(text, mistake.getMessage());
    }
}
