// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// The numbers of all molecules, equal on all PEs, and the places of this PE's molecules. Number `s` belongs to PE `s
/// mod p`.
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

    /// The number of molecules on all PEs.
    int count() {
        return count;
    }

    boolean isFull() {
        return count == live.length;
    }

    /// The number of the i-th molecule; the order is equal on all PEs.
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

    /// The place of a molecule of this PE.
    double[] place(int number) {
        return places[number / npes];
    }

    /// Inserts a molecule under the next number.
    void insert() {
        live[count] = free[count];
        count++;
    }

    /// Removes the i-th molecule and frees its number.
    void remove(int i) {
        count--;
        free[count] = live[i];
        live[i] = live[count];
    }

    /// Undoes the latest [#remove] of the i-th molecule.
    void putBack(int i) {
        live[count] = live[i];
        live[i] = free[count];
        count++;
    }
}
