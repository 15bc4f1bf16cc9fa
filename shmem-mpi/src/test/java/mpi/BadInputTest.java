// SPDX-License-Identifier: Apache-2.0
package mpi;

import static mpi.Ranks.said;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.junit.ShmemTest;

/// What each mistake says.
class BadInputTest {
    @ShmemTest(npes = 1)
    void callsOutsideOfTheJobAreRefused() {
        assertFalse(MPI.Initialized());
        assertEquals(
                """
                ERR_OTHER: Rank before MPI.Init; call MPI.Init first
                ERR_OTHER: Send before MPI.Init; call MPI.Init first
                """, said(() -> MPI.COMM_WORLD.Rank(), () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0)));
        String[] args = {"a", "b"};
        assertSame(args, MPI.Init(args));
        assertTrue(MPI.Initialized() && MPI.isInitialized() && !MPI.isFinalized());
        assertEquals("""
                ERR_OTHER: PE 0/1: MPI.Init is called a second time; call it once in a program
                """, said(() -> MPI.Init(new String[0])));
        MPI.Finalize();
        assertTrue(MPI.isFinalized() && MPI.Initialized());
        assertEquals("""
                ERR_OTHER: Barrier after MPI.Finalize; move the call before it
                ERR_OTHER: Finalize after MPI.Finalize; move the call before it
                ERR_OTHER: MPI.Init is called a second time, after MPI.Finalize; call it once in a program
                """, said(() -> MPI.COMM_WORLD.Barrier(), MPI::Finalize, () -> MPI.Init(new String[0])));
    }

    @ShmemTest(npes = 1)
    void argumentsAreChecked() {
        MPI.Init(new String[0]);
        Intracomm world = MPI.COMM_WORLD;
        int[] ints = new int[4];
        assertEquals(
                """
                ERR_BUFFER: PE 0/1: Send: the buffer is int[], and DOUBLE needs double[]; give one, or another \
                datatype
                ERR_BUFFER: PE 0/1: Recv: the buffer is null, and INT needs int[]; give one, or another datatype
                ERR_COUNT: PE 0/1: Send: offset 2 and 3 of INT need elements 2 to 4 of a buffer that has 4; give a \
                smaller count or a longer buffer
                ERR_COUNT: PE 0/1: Send: count -1 is negative; give 0 or more
                ERR_TYPE: PE 0/1: Bcast, collective call 1 of COMM_WORLD: the datatype is null; give one such as \
                MPI.INT
                ERR_TAG: PE 0/1: Send: tag -1 is negative; give 0 or more
                ERR_TAG: PE 0/1: Recv: tag -7 is negative; give 0 or more, or ANY_TAG
                ERR_RANK: PE 0/1: Send: dest 1 does not exist in COMM_WORLD; give 0 to 0
                ERR_RANK: PE 0/1: Recv: source -9 does not exist in COMM_WORLD; give 0 to 0, or ANY_SOURCE
                ERR_ROOT: PE 0/1: Reduce: root 3 does not exist in COMM_WORLD; give 0 to 0
                ERR_OP: PE 0/1: Allreduce, collective call 2 of COMM_WORLD: BAND cannot combine DOUBLE; give another \
                operation, or one of your own by new Op
                ERR_OP: PE 0/1: Reduce, collective call 3 of COMM_WORLD: the operation is null; give one such as \
                MPI.SUM
                ERR_ARG: PE 0/1: Gather, collective call 4 of COMM_WORLD: 0 counts and displacements, and part 0 is \
                needed; give one of each for every part
                ERR_OP: PE 0/1: Allreduce, collective call 5 of COMM_WORLD: SUM cannot combine DOUBLE_INT; give \
                another operation, or one of your own by new Op
                ERR_TYPE: PE 0/1: Pack_size: OBJECT has no size before it is serialized; send it as MPI.OBJECT
                ERR_DIMS: PE 0/1: Dims_create: 6 ranks do not fill dimensions [2, 2]; give 0 for those to choose
                ERR_DIMS: PE 0/1: Create_cart: a grid of [2] with 1 periods for 1 ranks; give dimensions whose \
                product is 1 to 1, and a period for each
                ERR_DIMS: PE 0/1: Create_cart: a grid of [-1, -1] with 2 periods for 1 ranks; give dimensions whose \
                product is 1 to 1, and a period for each
                ERR_ARG: PE 0/1: ranks from 0 to 0 by steps of 0; give a step that leads from the first to the last
                ERR_ARG: PE 0/1: ranks from 2 to 1 by steps of 2; give a step that leads from the first to the last
                ERR_COMM: PE 0/1: Free: COMM_WORLD cannot be freed; free communicators of the program only
                """,
                said(
                        () -> world.Send(ints, 0, 4, MPI.DOUBLE, 0, 0),
                        () -> world.recv(null, 1, MPI.INT, 0, 0),
                        () -> world.Send(ints, 2, 3, MPI.INT, 0, 0),
                        () -> world.Send(ints, 0, -1, MPI.INT, 0, 0),
                        () -> world.Bcast(ints, 0, 1, null, 0),
                        () -> world.Send(ints, 0, 1, MPI.INT, 0, -1),
                        () -> world.Recv(ints, 0, 1, MPI.INT, 0, -7),
                        () -> world.Send(ints, 0, 1, MPI.INT, 1, 0),
                        () -> world.Irecv(ints, 0, 1, MPI.INT, -9, 0),
                        () -> world.Reduce(ints, 0, ints, 0, 1, MPI.INT, MPI.SUM, 3),
                        () -> world.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND),
                        () -> world.Reduce(ints, 0, ints, 0, 1, MPI.INT, null, 0),
                        () -> world.Gatherv(ints, 0, 1, MPI.INT, ints, 0, null, new int[1], MPI.INT, 0),
                        () -> world.allReduce(MPI.newByteBuffer(16), 1, MPI.DOUBLE_INT, MPI.SUM),
                        () -> world.packSize(1, MPI.OBJECT),
                        () -> Cartcomm.Dims_create(6, new int[] {2, 2}),
                        () -> world.Create_cart(new int[] {2}, new boolean[1], false),
                        () -> world.Create_cart(new int[] {-1, -1}, new boolean[2], false),
                        () -> world.Group().Range_incl(new int[][] {{0, 0, 0}}),
                        () -> world.Group().Range_incl(new int[][] {{2, 1, 2}}),
                        world::Free));
        Intracomm copy = world.clone();
        copy.Free();
        assertEquals(
                """
                ERR_COMM: PE 0/1: Size: the communicator a clone of COMM_WORLD is freed; use one that this rank \
                belongs to
                ERR_OP: PE 0/1: free: SUM belongs to the library; free operations of the program only
                ERR_TOPOLOGY: PE 0/1: Create_graph: index [1] and edges [1] are no graph of at most 1 ranks; give for \
                each rank the end of its neighbours in edges, and neighbours from 0 to 0
                ERR_GROUP: PE 0/1: createGroup: rank 0 of COMM_WORLD is not in the group; let the ranks of the group \
                alone call it
                ERR_TOPOLOGY: PE 0/1: neighborAllGather, collective call 10 of COMM_WORLD: COMM_WORLD has no neighbours; \
                use createCart, createGraph or createDistGraph
                ERR_TOPOLOGY: PE 0/1: Neighbours: each rank of a graph of COMM_WORLD knows its own neighbours alone; \
                use getDistGraphNeighbors
                ERR_TOPOLOGY: PE 0/1: getDistGraphNeighbors: a graph of COMM_WORLD is known to all ranks; use \
                getNeighbors
                ERR_RANK: PE 0/1: createDistGraphAdjacent: neighbour 1 does not exist in COMM_WORLD; give 0 to 0
                ERR_INFO_NOKEY: PE 0/1: delete: the key "a" does not exist; give one of []
                """,
                said(
                        copy::Size,
                        MPI.SUM::free,
                        () -> world.Create_graph(new int[] {1}, new int[] {1}, false),
                        () -> world.createGroup(MPI.GROUP_EMPTY, 0),
                        () -> world.neighborAllGather(ints, 1, MPI.INT, ints, 1, MPI.INT),
                        () -> world.createDistGraphAdjacent(new int[0], new int[0], MPI.INFO_NULL, false)
                                .getNeighbors(0),
                        () -> world.createGraph(new int[] {0}, new int[0], false)
                                .getDistGraphNeighbors(),
                        () -> world.createDistGraphAdjacent(new int[] {1}, new int[0], MPI.INFO_NULL, false),
                        () -> new Info().delete("a")));
        UnsupportedOperationException missing =
                assertThrows(UnsupportedOperationException.class, () -> world.Create_intercomm(world, 0, 0, 0));
        assertEquals(
                "PE 0/1: Comm.Create_intercomm is not part of jshmem's package mpi; split one communicator instead",
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
            // MPJ Express takes any count
            assertEquals(
                    """
                    ERR_TRUNCATE: PE 1/2: Recv of 4 INT from rank 0 with tag 7 in COMM_WORLD: rank 0 has sent 8 INT \
                    with tag 7, which do not fit into 4; give a longer buffer and count
                    ERR_TRUNCATE: PE 1/2: Recv of 4 INT from any rank with any tag in COMM_WORLD: rank 0 has sent \
                    200000 INT with tag 7, which do not fit into 4; give a longer buffer and count
                    ERR_TYPE: PE 1/2: Recv of 4 DOUBLE from rank 0 with tag 7 in COMM_WORLD: rank 0 has sent 1 INT \
                    with tag 7; give a datatype of the same elements on both sides
                    """,
                    said(
                            () -> world.Recv(new int[5], 1, 1000, MPI.INT, 0, 7),
                            () -> world.Recv(new int[4], 0, 4, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
                            () -> world.Recv(new double[4], 0, 4, MPI.DOUBLE, 0, 7)));
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
            assertEquals("""
                    ERR_OTHER: PE 1/2: Gather, collective call 1 of COMM_WORLD: rank 0 is in Bcast, collective call 1 of \
                    COMM_WORLD; let all ranks make the same collective calls in the same order
                    """, said(() -> world.Gather(data, 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT, 1)));
        }
        MPI.Finalize();
    }
}
