// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.junit.ShmemTest;

/// Which receive gets which message, and that every call makes progress.
class MatchingTest extends Ranks {
    private static final int BIG = 200_000;

    private static int send(int value, int dest, int tag) {
        MPI.COMM_WORLD.Send(new int[] {value}, 0, 1, MPI.INT, dest, tag);
        return value;
    }

    private static int receive(int source, int tag) {
        int[] got = new int[1];
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, source, tag);
        return got[0];
    }

    /// A message, or a receive with the number of the message that it gets by MPI's rule, or -1.
    private record Item(Comm comm, int tag, int[] got, int[] expected) {
        boolean matches(Item other) {
            boolean any = tag == MPI.ANY_TAG || other.tag == MPI.ANY_TAG;
            return comm == other.comm && (any || tag == other.tag);
        }
    }

    /// The model searches a list of messages, and one of receives, each in order.
    @ShmemTest(npes = 1)
    void matchesAreThoseOfAModel() {
        for (int i = 0; i < 100; i++) assertEquals(1, world.clone().Size()); // as many as the program makes
        Comm copy = world.clone();
        Random random = new Random(7);
        List<Item> sent = new ArrayList<>();
        List<Item> posted = new ArrayList<>();
        List<Item> receives = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            boolean sends = random.nextBoolean();
            int tag = sends || random.nextInt(3) > 0 ? random.nextInt(4) : MPI.ANY_TAG;
            Comm comm = random.nextBoolean() ? world : copy;
            Item item = new Item(comm, tag, new int[] {sends ? step : -1}, new int[] {-1});
            if (sends) comm.Isend(item.got, 0, 1, MPI.INT, 0, tag);
            else {
                comm.Irecv(item.got, 0, 1, MPI.INT, random.nextBoolean() ? 0 : MPI.ANY_SOURCE, tag);
                receives.add(item);
            }
            List<Item> others = sends ? posted : sent;
            Item other = others.stream().filter(item::matches).findFirst().orElse(null);
            if (other == null) (sends ? sent : posted).add(item);
            else {
                others.remove(other);
                (sends ? other : item).expected[0] = (sends ? item : other).got[0];
            }
        }
        world.Iprobe(0, 9); // takes what has arrived
        for (Item receive : receives) assertEquals(receive.expected[0], receive.got[0]);
    }

    /// A list without bins takes a billion comparisons for these.
    @ShmemTest(npes = 1)
    void manyReceivesInAdverseOrderMatchSoon() {
        int[] got = new int[50_000];
        Request[] all = new Request[got.length];
        for (int tag = 0; tag < all.length; tag++) all[tag] = world.Irecv(got, tag, 1, MPI.INT, 0, tag);
        assertTimeout(Duration.ofSeconds(2), () -> {
            for (int tag = all.length; tag-- > 0; ) send(tag, 0, tag);
            Request.Waitall(all);
        });
        assertArrayEquals(IntStream.range(0, got.length).toArray(), got);
    }

    /// Also where a short message follows a long one.
    @ShmemTest(npes = 2)
    void messagesOfOneSenderNeverOvertake() {
        int[] lengths = {BIG, 1, BIG, 10, 0, BIG};
        if (me == 0) {
            Request[] sends = Arrays.stream(lengths)
                    .mapToObj(n -> world.Isend(new int[n], 0, n, MPI.INT, 1, 5))
                    .toArray(Request[]::new);
            Request.Waitall(sends);
        } else {
            for (int n : lengths) {
                Status status = world.Recv(new int[BIG], 0, BIG, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(n, status.Get_count(MPI.INT));
            }
        }
    }

    @ShmemTest(npes = 64)
    void sixtyFourRanksReachEachOther() {
        for (int k = 0; k < n; k++) send(me * n + k, k, 1); // to itself too
        int sum = 0;
        for (int k = 0; k < n; k++) sum += receive(MPI.ANY_SOURCE, 1);
        assertEquals(IntStream.range(0, n).map(k -> k * n + me).sum(), sum);
        double[] all = new double[1];
        world.Allreduce(new double[] {me}, 0, all, 0, 1, MPI.DOUBLE, MPI.SUM);
        assertEquals(n * (n - 1) / 2.0, all[0]);
    }

    @ShmemTest(npes = 1)
    void aRankSendsToItself() {
        for (int n : new int[] {1, BIG}) {
            int[] got = new int[n];
            Request receive = MPI.COMM_SELF.Irecv(got, 0, n, MPI.INT, 0, 1);
            MPI.COMM_SELF.Ssend(IntStream.range(0, n).toArray(), 0, n, MPI.INT, 0, 1);
            receive.Wait();
            assertEquals(n - 1, got[n - 1]);
        }
    }

    /// A rank in a collective call still sends the pieces of a message that another one waits for.
    @ShmemTest(npes = 3)
    void everyCallMakesProgress() {
        Request send = me == 0 ? world.Isend(new int[BIG], 0, BIG, MPI.INT, 1, 1) : MPI.REQUEST_NULL;
        if (me == 1) world.Recv(new int[BIG], 0, BIG, MPI.INT, 0, 1);
        world.Barrier();
        send.Wait();
        // and one in Recv takes what others send, however much it is
        if (me == 1) for (int i = 0; i < 2000; i++) world.Send(new int[1000], 0, 1000, MPI.INT, 2, 3);
        if (me == 1) send(1, 2, 4);
        if (me == 2) receive(1, 4);
        if (me == 2) for (int i = 0; i < 2000; i++) world.Recv(new int[1000], 0, 1000, MPI.INT, 1, 3);
    }

    /// Its last bytes are on their way before the program goes on, which may compute for long then.
    @ShmemTest(npes = 2)
    void aSendThatIsCompleteNeedsNoOtherCall(Shmem sh) {
        if (me == 0) world.Send(new int[BIG], 0, BIG, MPI.INT, 1, 1);
        else world.Recv(new int[BIG], 0, BIG, MPI.INT, 0, 1);
        sh.barrierAll();
    }

    @ShmemTest(npes = 4, machine = "knc", latePuts = true, races = true)
    void nothingRacesOnASimulatedMachine() {
        int right = (me + 1) % 4;
        int left = (me + 3) % 4;
        for (int n : new int[] {1, 1000, 50_000}) {
            int[] in = new int[n];
            world.Sendrecv(new int[n], 0, n, MPI.INT, right, 0, in, 0, n, MPI.INT, left, 0);
            world.Bcast(in, 0, n, MPI.INT, 1);
            int[] sum = new int[n];
            world.Allreduce(in, 0, sum, 0, n, MPI.INT, MPI.SUM);
        }
        send(1, right, 9); // unread at the end
    }
}
