// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.Mailbox;
import org.jshmem.Shmem;
import org.jshmem.junit.ShmemTest;

/// Messages in pieces, which go from the mailbox's ring straight into the buffer of their receive.
class LongMessagesTest extends Ranks {
    private static final int LONG = Engine.EAGER_BYTES + 1;

    private static byte[] bytes(int n, int from) {
        byte[] bytes = new byte[n];
        for (int i = 0; i < n; i++) bytes[i] = (byte) ((i + from) * 31 >>> 3);
        return bytes;
    }

    /// Also where the last piece or the buffer ends within a word.
    @ShmemTest(npes = 2)
    void anyLengthArrivesAtAnyPlace() {
        for (int n : new int[] {LONG, LONG + 6, LONG + 7, 2 * LONG, 300_001, (256 << 10) + 1, 1 << 20}) {
            if (me == 0) {
                world.Send(bytes(n, n), 0, n, MPI.BYTE, 1, 0);
                world.Send(bytes(n, n), 0, n, MPI.BYTE, 1, 1);
            } else {
                byte[] got = new byte[n + 8];
                world.Recv(got, 3, n, MPI.BYTE, 0, 0);
                assertArrayEquals(new byte[3], Arrays.copyOf(got, 3));
                assertArrayEquals(bytes(n, n), Arrays.copyOfRange(got, 3, n + 3));
                assertArrayEquals(new byte[5], Arrays.copyOfRange(got, n + 3, n + 8));
                ByteBuffer direct = MPI.newByteBuffer(n);
                world.recv(direct, n, MPI.BYTE, 0, 1);
                assertEquals(ByteBuffer.wrap(bytes(n, n)), direct);
            }
        }
    }

    /// Each start of a buffered send has a copy of its own.
    @ShmemTest(npes = 2)
    void aBufferedSendMayStartAgainBeforeItsReceive() {
        byte[] data = bytes(LONG, 1);
        if (me == 0) {
            Prequest send = world.Bsend_init(data, 0, LONG, MPI.BYTE, 1, 0);
            send.Start();
            send.Wait();
            System.arraycopy(bytes(LONG, 2), 0, data, 0, LONG);
            send.Start();
            send.Wait();
            world.Barrier();
        } else {
            world.Barrier();
            for (int k = 1; k <= 2; k++) {
                world.Recv(data, 0, LONG, MPI.BYTE, 0, 0);
                assertArrayEquals(bytes(LONG, k), data);
            }
        }
    }

    /// Short and long: the receive fails, and the next message arrives.
    @ShmemTest(npes = 2)
    void aReadOnlyBufferIsRefusedByItsReceive() {
        for (int n : new int[] {8, LONG}) {
            ByteBuffer data = ByteBuffer.allocateDirect(n);
            if (me == 0) {
                for (int k = 0; k < 2; k++) world.send(data, n, MPI.BYTE, 1, 0);
            } else {
                var e = assertThrows(MPIException.class, () -> world.recv(data.asReadOnlyBuffer(), n, MPI.BYTE, 0, 0));
                assertTrue(e.getMessage().contains("the buffer is read-only"), e.getMessage());
                assertEquals(n, world.recv(data, n, MPI.BYTE, 0, 0).getCount(MPI.BYTE));
            }
        }
    }

    /// Their pieces alternate, and each has its own destination.
    @ShmemTest(npes = 2)
    void severalAtOnce() {
        int n = 1_000_003;
        int[] tags = {0, 1, 2};
        if (me == 0) {
            Request.Waitall(Arrays.stream(tags)
                    .mapToObj(tag -> world.Isend(bytes(n, tag), 0, n, MPI.BYTE, 1, tag))
                    .toArray(Request[]::new));
        } else {
            byte[][] got = new byte[3][n];
            Request.Waitall(Arrays.stream(tags)
                    .mapToObj(tag -> world.Irecv(got[2 - tag], 0, n, MPI.BYTE, 0, 2 - tag))
                    .toArray(Request[]::new));
            for (int tag : tags) assertArrayEquals(bytes(n, tag), got[tag]);
        }
    }

    @ShmemTest(npes = 2)
    void disconnectWaitsForMessages() throws Exception {
        Intracomm copy = world.clone();
        byte[] data = bytes(LONG, me);
        Request send = me == 0 ? copy.Isend(data, 0, LONG, MPI.BYTE, 1, 0) : MPI.REQUEST_NULL;
        if (me == 1) {
            Thread.sleep(50);
            copy.Recv(data, 0, LONG, MPI.BYTE, 0, 0);
        }
        copy.disconnect();
        assertTrue(send.test() && copy.isNull());
        assertArrayEquals(bytes(LONG, 0), data);
    }

    @ShmemTest(npes = 2)
    void elementsThatAreApart() {
        int n = 50_000;
        Datatype every = Datatype.Vector(n, 1, 2, MPI.INT);
        int[] numbers = IntStream.range(0, 2 * n).toArray();
        if (me == 0) world.Ssend(numbers, 0, 1, every, 1, 0);
        else {
            int[] got = new int[2 * n];
            world.Recv(got, 0, 1, every, 0, 0);
            assertArrayEquals(
                    IntStream.range(0, 2 * n).map(i -> i % 2 == 0 ? i : 0).toArray(), got);
        }
    }

    /// A call of the program's own mailbox takes the pieces too, while no call of package mpi runs.
    @ShmemTest(npes = 2)
    void anotherMailboxTakesThem(Shmem sh) {
        int n = 1 << 20;
        try (Mailbox other = sh.mailbox()) {
            if (me == 0) {
                Request send = world.Isend(bytes(n, 5), 0, n, MPI.BYTE, 1, 0);
                world.Send(null, 0, 0, MPI.BYTE, 1, 1);
                send.Wait();
                other.send(1, 1);
                other.flush();
            } else {
                byte[] got = new byte[n];
                Request receive = world.Irecv(got, 0, n, MPI.BYTE, 0, 0);
                world.Recv(null, 0, 0, MPI.BYTE, 0, 1); // now the long one has its destination
                other.receive();
                receive.Wait();
                assertArrayEquals(bytes(n, 5), got);
            }
        }
    }
}
