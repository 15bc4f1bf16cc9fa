// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;

class MpichMessagesTest {
    private static final Machine KNC =
            MachineFiles.named("knc").with("t_put", 0).with("t_get", 0);
    private static final long ROOM = 1 << 20;

    private static Simulation simulation(int n) {
        return new Simulation(JobSpec.of(KNC, n, MpichMessages.bytes(n) + 2 * ROOM));
    }

    @Test
    void aRingOfExchangesLongerThanTheCellsComesToItsEnd() {
        int n = 5;
        long bytes = 7L * MpichMessages.CELL + 8;
        try (Simulation sim = simulation(n)) {
            long at = MpichMessages.bytes(n);
            sim.runOrThrow(t -> {
                int me = t.pe();
                for (long i = 0; i < bytes; i += 8) Memory.setLong(t.address(me, at + i), i + me);
                new MpichMessages(t, 0).exchange((me + 1) % n, at, bytes, (me + n - 1) % n, at + ROOM, bytes);
                for (long i = 0; i < bytes; i += 8) {
                    assertEquals(i + (me + n - 1) % n, Memory.getLong(t.address(me, at + ROOM + i)));
                }
            });
        }
    }

    /// Of U's four accesses the sender's loads and the receiver's stores hit, so each copy is R's eq. 2 over the
    /// lines of the cell, without the R_R in it with which its reader looks. The receiver comes late: it polls no
    /// line that the sender writes.
    @Test
    void aMessageOfOnePartIsTwoCopiesAndTheFlagBetweenThem() {
        var prices = MinMaxModel.of(KNC::value);
        double hit = KNC.value("R_L");
        double miss = KNC.value("R_R");
        double first = (KNC.value("l_o") + KNC.value("l_2")) / KNC.value("clock"); // the flag's line, fetched by a look
        double looked = miss + hit; // at what has been taken, and its number
        double[] nanos = lastMessage(8192, 1_000_000);
        int lines = 129; // the number before the payload moves it by 8 bytes
        assertEquals(looked + prices.lines(lines, false) - miss + hit, nanos[0], 0.01);
        assertEquals(miss + first + prices.lines(lines - 1, false) - miss + miss, nanos[1], 0.01);
    }

    /// Nanoseconds of the sender and of the receiver, which begins this much later, of the last of three messages.
    private static double[] lastMessage(long bytes, long later) {
        double[] nanos = new double[2];
        try (Simulation sim = simulation(2)) {
            long at = MpichMessages.bytes(2);
            sim.force(0, at, bytes, 0);
            sim.force(1, at, bytes, 1);
            sim.runOrThrow(t -> {
                var layer = new MpichMessages(t, 0);
                for (int i = 1; i <= 3; i++) {
                    t.sleep(10_000_000L * i + later * t.pe() - t.nanoTime());
                    long start = t.picos();
                    if (t.pe() == 0) layer.send(1, at, bytes);
                    else layer.receive(0, at, bytes);
                    nanos[t.pe()] = (t.picos() - start) / 1000.0;
                }
            });
        }
        return nanos;
    }

    /// Eq. 1 with the copies of eq. 2; beside them each part costs a few transfers of flags.
    @Test
    void aMessageOfManyPartsOverlapsItsCopies() {
        int parts = 4;
        long bytes = parts * (long) MpichMessages.CELL;
        double copy = MinMaxModel.of(KNC::value).lines(MpichMessages.CELL / 64, false);
        double equation = (parts + 1) * copy;
        double end = lastMessage(bytes, 0)[1];
        assertTrue(end > equation * 0.99, end + " < " + equation);
        assertTrue(end < equation * 1.1, end + " > " + equation);
    }
}
