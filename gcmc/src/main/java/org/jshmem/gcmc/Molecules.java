// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// The molecules: all PEs know which numbers are in use, each knows the places of its own alone. Number `s` belongs to
/// PE `s mod p`.
final class Molecules {
    private final int me;
    private final int npes;
    private final int[] live;
    private final int[] free;
    private final double[][] places;
    private int count;

    Molecules(int me, int npes, int capacity) {
        this.me = me;
        this.npes = npes;
        live = new int[capacity];
        free = new int[capacity];
        for (int i = 0; i < capacity; i++) free[i] = i;
        places = new double[(capacity + npes - 1) / npes][Fluid.PLACE];
    }

    /// How many there are on all PEs.
    int count() {
        return count;
    }

    boolean isFull() {
        return count == live.length;
    }

    /// The number of the i-th molecule, in an order that all PEs have alike.
    int number(int i) {
        return live[i];
    }

    /// The number that the next molecule gets.
    int next() {
        return free[count];
    }

    int owner(int number) {
        return number % npes;
    }

    boolean isMine(int number) {
        return number % npes == me;
    }

    /// Where an own molecule is.
    double[] place(int number) {
        return places[number / npes];
    }

    /// Uses the next number.
    void insert() {
        live[count] = free[count];
        count++;
    }

    /// Gives the number of the i-th molecule back.
    void remove(int i) {
        count--;
        free[count] = live[i];
        live[i] = live[count];
    }

    /// Takes the latest [#remove] of the i-th back.
    void putBack(int i) {
        live[count] = live[i];
        live[i] = free[count];
        count++;
    }
}
