// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import mpi.Request.Mode;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Signal;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Test;

/// What a wait without end says, and what it leaves.
class HangTest {
    private static Request request(Shmem sh, Mode mode, byte[] data, int tag) {
        Members both = new Intracomm("both");
        both.pes = both.ranks = new int[] {0, 1};
        return new Request(both, mode, Data.of(mode.call, data, 0, data.length, MPI.BYTE), 1 - sh.myPe(), tag);
    }

    private static void receive(Shmem sh, Engine engine, byte[] data, int tag) {
        Request receive = request(sh, Mode.RECV, data, tag);
        engine.receive(receive);
        engine.await(() -> receive.done, receive);
    }

    @Test
    void aReceiveWithoutASendIsNamed() {
        Config hurry = new Config(0, ThreadLevel.SINGLE, Duration.ofMillis(300));
        ShmemTimeoutException hang = assertThrows(
                ShmemTimeoutException.class,
                () -> Shmem.runInProcess(1, hurry, (sh, args) -> {
                    MPI.Init(args);
                    MPI.COMM_WORLD.Recv(new int[4], 0, 4, MPI.INT, 0, 7);
                }));
        assertEquals(
                "PE 0/1: waited N ms in Recv of 4 INT from rank 0 with tag 7 in COMM_WORLD; the job allows 300 ms"
                        + " (--timeout)",
                hang.getMessage().replaceFirst("waited \\d+", "waited N"));
    }

    /// PE 1 takes no messages until there is no room for more. What follows must not be taken for a part of the message
    /// that has failed.
    @Test
    void aLongMessageWithoutRoomIsNotHalfSent() {
        Config hurry = new Config(0, ThreadLevel.SINGLE, Duration.ofSeconds(3));
        Shmem.runInProcess(2, hurry, (sh, args) -> {
            Engine engine = new Engine(sh);
            Signal sent = sh.signal();
            byte[] data = new byte[1000];
            byte[] last = {0};
            if (sh.myPe() == 0) {
                int[] count = {0};
                assertThrows(ShmemTimeoutException.class, () -> {
                    for (; true; count[0]++) engine.send(request(sh, Mode.SEND, data, 0));
                });
                Request longer = request(sh, Mode.SEND, new byte[100_000], 1);
                assertThrows(ShmemTimeoutException.class, () -> engine.send(longer));
                sent.set(count[0], 1);
                engine.send(request(sh, Mode.SEND, new byte[] {5}, 2));
                receive(sh, engine, last, 3);
            } else {
                while (!sent.test(Cmp.GT, 0)) LockSupport.parkNanos(1_000_000);
                for (long k = sent.fetch(); k > 0; k--) receive(sh, engine, data, 0);
                receive(sh, engine, last, 2);
                engine.send(request(sh, Mode.SEND, last, 3));
            }
            assertArrayEquals(new byte[] {5}, last);
        });
    }
}
