// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.junit.ShmemTest;

/// Which calls wait, for whom, and on which thread.
class ProgressTest extends Ranks {
    private static final int COUNT = 100;
    private static final int SOME = 16 << 10; // ints: a short message, of which the room takes few
    private static final int BIG = 1 << 20; // ints: a long message, longer than the room

    /// Rank 1 is in a call outside of package mpi, until rank 0 makes the same call.
    @ShmemTest(npes = 2)
    void localCallsDoNotWaitForABusyRank(Shmem sh) {
        int[] got = new int[BIG];
        if (me == 1) {
            Request receive = world.Irecv(got, 0, BIG, MPI.INT, 0, COUNT);
            world.Send(got, 0, 0, MPI.INT, 0, 0);
            sh.barrierAll();
            for (int tag = COUNT - 1; tag >= 0; tag--) {
                int[] some = new int[SOME];
                world.Recv(some, 0, SOME, MPI.INT, 0, tag);
                assertArrayEquals(numbers(SOME, tag), some);
            }
            receive.Wait();
            assertArrayEquals(numbers(BIG, 5), got);
            return;
        }
        Request big = world.Isend(numbers(BIG, 5), 0, BIG, MPI.INT, 1, COUNT);
        world.Recv(got, 0, 0, MPI.INT, 1, 0); // now rank 1 lets the long message come
        Request none = world.Irecv(got, 0, 1, MPI.INT, 1, 1);
        Prequest again = world.Recv_init(got, 0, 1, MPI.INT, 1, 2);
        again.Start();
        Prequest buffered = world.Bsend_init(got, 0, SOME, MPI.INT, 1, 3);
        List<Request> sends = new ArrayList<>(List.of(big));
        for (int tag = 0; tag < COUNT; tag++) {
            int[] data = numbers(SOME, tag);
            switch (tag % 4) {
                case 0 -> sends.add(world.Isend(data, 0, SOME, MPI.INT, 1, tag));
                case 1 -> world.Bsend(data, 0, SOME, MPI.INT, 1, tag);
                case 2 -> world.Ibsend(data, 0, SOME, MPI.INT, 1, tag).free();
                default -> {
                    System.arraycopy(data, 0, got, 0, SOME);
                    if (tag > 3) world.Bsend(data, 0, SOME, MPI.INT, 1, tag);
                    else buffered.Start();
                }
            }
            if (tag % 4 != 0) Arrays.fill(data, -1); // a buffered send has its copy
            if (tag == 3) buffered.Wait();
            assertNull(none.Test());
            assertNull(world.Iprobe(1, 4));
            assertNull(Request.Testall(sends.toArray(Request[]::new)));
        }
        sh.barrierAll();
        Request.Waitall(sends.toArray(Request[]::new));
        none.Cancel();
        again.Cancel();
        Request.Waitall(new Request[] {none, again});
    }

    /// Short messages wait for their receives once the receiver has much that no receive has taken.
    @ShmemTest(npes = 2)
    void aFloodIsBounded() {
        int n = 25_000;
        int count = 400; // 40 MB
        if (me == 0) {
            Request[] sends = IntStream.range(0, count)
                    .mapToObj(i -> world.Isend(numbers(n, i), 0, n, MPI.INT, 1, i))
                    .toArray(Request[]::new);
            world.Barrier();
            long ended =
                    Arrays.stream(sends).filter(send -> send.Test() != null).count();
            assertTrue(ended > 100 && ended < 200, ended + " sends have ended");
            world.Barrier();
            Request.Waitall(sends);
        } else {
            world.Barrier();
            world.Barrier();
            for (int i = count - 1; i >= 0; i--) {
                int[] got = new int[n];
                world.Recv(got, 0, n, MPI.INT, 0, i);
                assertArrayEquals(numbers(n, i), got);
            }
        }
    }

    /// Each of a rank's threads has a partner on the other rank; one waits in Recv, and others in Ssend, Probe and
    /// Waitany.
    @ShmemTest(npes = 2)
    void threadsCallAtOnce() throws Exception {
        int threads = 4;
        int rounds = 300;
        int[] lengths = {1, 1000, 20_000, 100_000};
        try (var pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int tag = t;
                all.add(pool.submit(() -> {
                    int[] got = new int[lengths[3]];
                    for (int i = 0; i < rounds; i++) {
                        int length = lengths[(i + tag) % 16 < 13 ? (i + tag) % 2 : (i + tag) % 4];
                        int[] data = numbers(length, i + tag);
                        if (me == i % 2) {
                            if (tag % 2 == 0) world.Send(data, 0, length, MPI.INT, 1 - me, tag);
                            else world.Ssend(data, 0, length, MPI.INT, 1 - me, tag);
                            continue;
                        }
                        if (tag == 1)
                            assertEquals(length, world.Probe(1 - me, tag).Get_count(MPI.INT));
                        Request receive = world.Irecv(got, 0, length, MPI.INT, 1 - me, tag);
                        if (tag == 2) assertEquals(0, Request.Waitany(new Request[] {receive}).index);
                        else receive.Wait();
                        assertArrayEquals(data, Arrays.copyOf(got, length));
                    }
                }));
            }
            for (Future<?> each : all) each.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1;
        private final byte[] data;

        Unreadable(int n) {
            data = new byte[n];
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            throw new IllegalStateException("not today, " + data.length);
        }
    }

    /// The failure belongs to the receive, and not to the call that makes progress. Of several requests all are ended.
    @ShmemTest(npes = 2)
    void anObjectThatCannotBeReadFailsItsReceive() {
        int[] lengths = {1, 300_000};
        if (me == 0) {
            for (int n : lengths) world.Send(new Object[] {new Unreadable(n)}, 0, 1, MPI.OBJECT, 1, n);
            world.Send(new int[] {7}, 0, 1, MPI.INT, 1, 0);
            return;
        }
        int[] got = new int[1];
        Request[] all = new Request[3];
        for (int k = 0; k < 2; k++) all[2 * k] = world.Irecv(new Object[1], 0, 1, MPI.OBJECT, 0, lengths[k]);
        all[1] = world.Irecv(got, 0, 1, MPI.INT, 0, 0);
        var e = assertThrows(MPIException.class, () -> Request.Waitall(all));
        assertEquals(MPI.ERR_IN_STATUS, e.getErrorClass());
        String why =
                "an object cannot be received, java.lang.IllegalStateException: not today, 1; give an array of its class";
        assertEquals(
                "PE 1/2: Waitall: requests [0, 2] of 3 have failed, and the others are complete; the first one: PE 1/2: "
                        + why,
                e.getMessage());
        assertInstanceOf(IllegalStateException.class, e.getCause().getCause());
        assertEquals(7, got[0]);
        for (Request each : all) assertTrue(each.Is_null());
    }
}
