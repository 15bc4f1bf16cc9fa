// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PortTest {
    private static final Mesh MESH = new Mesh(6, 4, 2, false);
    private static final int ROUNDS = 2880;

    /// How often each of 48 cores is served that all ask for the buffer of `owner` again at once.
    private static int[] served(int owner) {
        return served(new Port(MESH, owner, false), 48);
    }

    private static int[] served(Port port, int cores) {
        int[] served = new int[cores];
        long[] ask = new long[cores];
        for (long now = 0; now < ROUNDS; now++) {
            for (int core = 0; core < cores; core++) {
                if (ask[core] > now) continue;
                long answer = port.ask(core, now, 1);
                if (answer == now) {
                    served[core]++;
                    answer = now + 1;
                }
                ask[core] = answer;
            }
        }
        return served;
    }

    private static int sum(int[] served, int... tiles) {
        int sum = 0;
        for (int tile : tiles) sum += served[2 * tile] + served[2 * tile + 1];
        return sum;
    }

    /// A corner's router has three inputs: its tile, its row, its column. The column's next router has three too.
    @Test
    void eachRouterServesItsInputsInTurn() {
        int[] served = served(0);
        int all = sum(served, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
        assertEquals(ROUNDS, all, "it is never idle");
        assertEquals(ROUNDS / 3.0, sum(served, 0), 2, "the own tile");
        assertEquals(ROUNDS / 3.0, sum(served, 1, 2, 3, 4, 5), 2, "its row");
        assertEquals(ROUNDS / 9.0, sum(served, 6), 2, "the tile above");
        assertEquals(ROUNDS / 9.0, sum(served, 7, 8, 9, 10, 11), 2, "that tile's row");
        assertEquals(ROUNDS / 6.0, served[0], 2, "two cores of a tile");
        assertEquals(ROUNDS / 6.0, sum(served, 1), 2, "a row's first tile has half of what the row has");
    }

    @Test
    void coresOfATileAreServedInTurn() {
        Port port = new Port(new Mesh(1, 1, 4, false), 0, false);
        int[] served = served(port, 4);
        for (int core = 0; core < 4; core++) assertEquals(ROUNDS / 4.0, served[core], 2, "core " + core);
    }

    /// Whoever comes while it is free is served at once, in the order of coming.
    @Test
    void withoutAQueueItServesInTheOrderOfAsking() {
        Port port = new Port(MESH, 0, false);
        assertEquals(10, port.ask(47, 10, 9));
        assertEquals(19, port.ask(1, 12, 9), "ask again");
        assertEquals(19, port.ask(1, 19, 9));
        assertEquals(40, port.ask(5, 40, 9));
    }
}
