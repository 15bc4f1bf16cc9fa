// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

/// A hypercube whose corners are members, for algorithms that need a power of two. Of the first `2 * extra` members
/// each even one folds into its odd neighbour, and gets the result from it in the end.
///
/// ```
/// p = 6: members   0 > 1   2 > 3   4   5
///        corners       0       1   2   3
/// ```
///
/// A corner represents a run of neighbours, and corners are in team order, so that combining lower with higher
/// corners keeps the order. Folding adds two rounds (Thakur, Rabenseifner, Gropp 2005).
public final class Hypercube {
    /// Corners.
    public final int corners;

    /// log2 of the corners.
    public final int dimensions;

    private final int extra;
    private final int me;

    public Hypercube(int me, int members) {
        this.corners = Integer.highestOneBit(members);
        this.dimensions = Integer.numberOfTrailingZeros(corners);
        this.extra = members - corners;
        this.me = me;
    }

    /// Whether this member folds into the next one.
    public boolean folds() {
        return me < 2 * extra && me % 2 == 0;
    }

    /// Whether the member before folds into this one.
    public boolean hasFold() {
        return me < 2 * extra && me % 2 == 1;
    }

    /// This member's corner.
    public int corner() {
        return me < 2 * extra ? me / 2 : me - extra;
    }

    /// The member at the other end of this corner's edge in dimension `d`.
    public int partner(int d) {
        return member(corner() ^ 1 << d);
    }

    /// Whether the partner in dimension `d` has the higher corner.
    public boolean isLower(int d) {
        return (corner() >> d & 1) == 0;
    }

    /// The member at a corner.
    public int member(int corner) {
        return corner < extra ? 2 * corner + 1 : corner + extra;
    }

    /// Whether the member at a corner has combined something before the first dimension.
    public boolean folded(int corner) {
        return corner < extra;
    }
}
