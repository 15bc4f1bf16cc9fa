// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.message;

/// How messages are sent and received: three libraries of the Intel SCC (Kohler 2012, sections IV-A and IV-B).
public enum Style {
    /// RCCE: a send returns when its message was received, so a ring needs odd and even members in turn.
    BLOCKING(790),
    /// iRCCE: sends and receives are requests in lists, several at once.
    REQUESTS(1092),
    /// One send and one receive at a time, which is all that a ring needs: no lists.
    LIGHTWEIGHT(107);

    /// Instructions of each part of a message at either end, beside moving and flags: 1.48, 2.05 and 0.2 us of a
    /// core of the SCC. The first two are fitted to the first two steps of Kohler's ladder at 552 doubles, K-01
    /// and K-02.
    final int instructions;

    Style(int instructions) {
        this.instructions = instructions;
    }

    /// Whether a member can send and receive at once.
    boolean overlaps() {
        return this != BLOCKING;
    }
}
