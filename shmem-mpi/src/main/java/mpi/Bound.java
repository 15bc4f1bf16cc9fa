// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The least or the greatest bound of the blocks of a type. One that `LB` or `UB` gives outweighs those of elements.
final class Bound {
    int value;
    boolean given;
    private final boolean lower;
    private boolean some;

    Bound(boolean lower) {
        this.lower = lower;
    }

    void add(int next, boolean isGiven) {
        if (given && !isGiven) return;
        boolean replaces = !some || isGiven && !given || (lower ? next < value : next > value);
        if (replaces) value = next;
        some = true;
        given |= isGiven;
    }
}
