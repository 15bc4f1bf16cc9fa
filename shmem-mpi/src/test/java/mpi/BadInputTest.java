// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.junit.ShmemTest;
import org.junit.jupiter.api.function.Executable;

/// What each mistake says.
class BadInputTest {
    private static void fails(int error, String text, Executable call) {
        MPIException mistake = assertThrows(MPIException.class, call);
        assertEquals(text, mistake.getMessage());
        assertEquals(error, mistake.getErrorClass());
    }

    @ShmemTest(npes = 1)
    void callsOutsideOfTheJobAreRefused() {
        fails(MPI.ERR_OTHER, "Rank before MPI.Init; call MPI.Init first", () -> MPI.COMM_WORLD.Rank());
        fails(
                MPI.ERR_OTHER,
                "Send before MPI.Init; call MPI.Init first",
                () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0));
        MPI.Init(new String[0]);
        fails(
                MPI.ERR_OTHER,
                "PE 0/1: MPI.Init is called a second time; call it once in a program",
                () -> MPI.Init(new String[0]));
        MPI.Finalize();
        fails(MPI.ERR_OTHER, "Barrier after MPI.Finalize; move the call before it", () -> MPI.COMM_WORLD.Barrier());
        fails(MPI.ERR_OTHER, "Finalize after MPI.Finalize; move the call before it", MPI::Finalize);
        fails(
                MPI.ERR_OTHER,
                "MPI.Init is called a second time, after MPI.Finalize; call it once in a program",
                () -> MPI.Init(new String[0]));
    }

    @ShmemTest(npes = 1)
    void argumentsAreChecked() {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        int[] ints = new int[4];
        String who = "PE 0/1: ";
        fails(
                MPI.ERR_BUFFER,
                who + "Send: the buffer is int[], and DOUBLE needs double[]; give one, or another datatype",
                () -> world.Send(ints, 0, 4, MPI.DOUBLE, 0, 0));
        fails(
                MPI.ERR_BUFFER,
                who + "Recv: the buffer is null, and INT needs int[]; give one, or another datatype",
                () -> world.recv(null, 1, MPI.INT, 0, 0));
        fails(
                MPI.ERR_COUNT,
                who + "Send: offset 2 and 3 of INT need elements 2 to 4 of a buffer that has 4; give a smaller count"
                        + " or a longer buffer",
                () -> world.Send(ints, 2, 3, MPI.INT, 0, 0));
        fails(
                MPI.ERR_COUNT,
                who + "Send: count -1 is negative; give 0 or more",
                () -> world.Send(ints, 0, -1, MPI.INT, 0, 0));
        fails(
                MPI.ERR_TYPE,
                who + "Bcast, collective call 1 of COMM_WORLD: the datatype is null; give one such as MPI.INT",
                () -> world.Bcast(ints, 0, 1, null, 0));
        fails(
                MPI.ERR_TAG,
                who + "Send: tag -1 is negative; give 0 or more",
                () -> world.Send(ints, 0, 1, MPI.INT, 0, -1));
        fails(
                MPI.ERR_TAG,
                who + "Recv: tag -7 is negative; give 0 or more, or ANY_TAG",
                () -> world.Recv(ints, 0, 1, MPI.INT, 0, -7));
        fails(
                MPI.ERR_RANK,
                who + "Send: dest 1 does not exist in COMM_WORLD; give 0 to 0",
                () -> world.Send(ints, 0, 1, MPI.INT, 1, 0));
        fails(
                MPI.ERR_RANK,
                who + "Recv: source -9 does not exist in COMM_WORLD; give 0 to 0, or ANY_SOURCE",
                () -> world.Irecv(ints, 0, 1, MPI.INT, -9, 0));
        fails(
                MPI.ERR_ROOT,
                who + "Reduce: root 3 does not exist in COMM_WORLD; give 0 to 0",
                () -> world.Reduce(ints, 0, ints, 0, 1, MPI.INT, MPI.SUM, 3));
        fails(
                MPI.ERR_OP,
                who + "Allreduce, collective call 2 of COMM_WORLD: BAND cannot combine DOUBLE; give another operation,"
                        + " or one of your own by new Op",
                () -> world.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND));
        fails(
                MPI.ERR_OP,
                who + "Reduce, collective call 3 of COMM_WORLD: the operation is null; give one such as MPI.SUM",
                () -> world.Reduce(ints, 0, ints, 0, 1, MPI.INT, null, 0));
        fails(
                MPI.ERR_ARG,
                who + "Gather, collective call 4 of COMM_WORLD: counts and displacements for 0 of 1 ranks; give"
                        + " one of each for every rank",
                () -> world.Gatherv(ints, 0, 1, MPI.INT, ints, 0, null, new int[1], MPI.INT, 0));
        fails(
                MPI.ERR_TYPE,
                who + "Pack_size: OBJECT has no size before it is serialized; send it as MPI.OBJECT",
                () -> world.packSize(1, MPI.OBJECT));
        fails(
                MPI.ERR_DIMS,
                who + "Dims_create: 6 ranks do not fill dimensions [2, 2]; give 0 for those to choose",
                () -> Cartcomm.Dims_create(6, new int[] {2, 2}));
        fails(
                MPI.ERR_DIMS,
                who + "Create_cart: a grid of [2] with 1 periods for 1 ranks; give dimensions whose product is 1 to 1,"
                        + " and a period for each",
                () -> world.Create_cart(new int[] {2}, new boolean[1], false));
        fails(
                MPI.ERR_DIMS,
                who
                        + "Create_cart: a grid of [-1, -1] with 2 periods for 1 ranks; give dimensions whose product is 1 to"
                        + " 1, and a period for each",
                () -> world.Create_cart(new int[] {-1, -1}, new boolean[2], false));
        for (int[] range : new int[][] {{0, 0, 0}, {2, 1, 2}}) {
            fails(
                    MPI.ERR_ARG,
                    who
                            + "ranks from %d to %d by steps of %d; give a step that leads from the first to the last"
                                    .formatted(range[0], range[1], range[2]),
                    () -> world.Group().Range_incl(new int[][] {range}));
        }
        fails(
                MPI.ERR_COMM,
                who + "Free: COMM_WORLD cannot be freed; free communicators of the program only",
                world::Free);
        Intracomm copy = world.clone();
        copy.Free();
        fails(
                MPI.ERR_COMM,
                who + "Size: the communicator a clone of COMM_WORLD is freed; use one that this rank belongs to",
                copy::Size);
        fails(MPI.ERR_OP, who + "free: SUM belongs to the library; free operations of the program only", MPI.SUM::free);
        fails(
                MPI.ERR_TOPOLOGY,
                who + "Create_graph: index [1] and edges [1] are no graph of at most 1 ranks; give for each rank the"
                        + " end of its neighbours in edges, and neighbours from 0 to 0",
                () -> world.Create_graph(new int[] {1}, new int[] {1}, false));
        fails(
                MPI.ERR_GROUP,
                who + "createGroup: rank 0 of COMM_WORLD is not in the group; let the ranks of the group alone call it",
                () -> world.createGroup(MPI.GROUP_EMPTY, 0));
        UnsupportedOperationException missing =
                assertThrows(UnsupportedOperationException.class, () -> world.Attr_get(MPI.TAG_UB));
        assertEquals(
                who + "Comm.Attr_get is not part of jshmem's package mpi; keep the value in a variable",
                missing.getMessage());
        MPI.Finalize();
    }

    @ShmemTest(npes = 2)
    void bothSidesOfATruncationAreNamed() {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            world.Send(new int[8], 0, 8, MPI.INT, 1, 7);
            world.Send(new int[200_000], 0, 200_000, MPI.INT, 1, 7);
            world.Send(new int[1], 0, 1, MPI.INT, 1, 7);
        } else {
            fails(
                    MPI.ERR_TRUNCATE,
                    "PE 1/2: Recv of 4 INT from rank 0 with tag 7 in COMM_WORLD: rank 0 has sent 8 INT with tag 7, which"
                            + " do not fit into 4; give a longer buffer and count",
                    () -> world.Recv(new int[5], 1, 1000, MPI.INT, 0, 7)); // MPJ Express takes any count
            fails(
                    MPI.ERR_TRUNCATE,
                    "PE 1/2: Recv of 4 INT from any rank with any tag in COMM_WORLD: rank 0 has sent 200000 INT with tag"
                            + " 7, which do not fit into 4; give a longer buffer and count",
                    () -> world.Recv(new int[4], 0, 4, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
            fails(
                    MPI.ERR_TYPE,
                    "PE 1/2: Recv of 4 DOUBLE from rank 0 with tag 7 in COMM_WORLD: rank 0 has sent 1 INT with tag 7;"
                            + " give a datatype of the same elements on both sides",
                    () -> world.Recv(new double[4], 0, 4, MPI.DOUBLE, 0, 7));
        }
        MPI.Finalize();
    }

    /// Rank 1 finds another call than its own, and then makes the right one.
    @ShmemTest(npes = 2)
    void collectiveCallsThatDifferAreNamed() {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        int[] data = new int[1];
        if (world.Rank() == 0) world.Bcast(data, 0, 1, MPI.INT, 0);
        else {
            MPIException mistake = assertThrows(
                    MPIException.class, () -> world.Gather(data, 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT, 1));
            assertTrue(
                    mistake.getMessage()
                            .contains(
                                    "Gather, collective call 1 of COMM_WORLD: rank 0 is in Bcast, collective call 1 of"
                                            + " COMM_WORLD; let all ranks make the same collective calls in the same order"),
                    mistake.getMessage());
        }
        MPI.Finalize();
    }
}
