// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.collective.Group;

/// The way in which messages are sent and received. Imitated libraries have styles of their own.
public interface Style {
    /// One send and one receive at a time, which is all that a ring needs: no lists of requests (Kohler 2012, section
    /// IV-B).
    Style LIGHTWEIGHT = new Style() {};

    /// Whether a member can send and receive at once. If it cannot, a send returns after its message was received,
    /// and in a ring odd and even members take turns.
    default boolean overlaps() {
        return true;
    }

    /// Whether an incomplete last line is a piece of its own.
    default boolean tails(Group g) {
        return false;
    }

    /// Runs before a message is sent or received.
    default void message(Group g) {}

    /// Runs before a piece of a message is sent or received.
    default void piece(Group g) {}

    /// Runs after a flag has been seen.
    default void seen(Group g) {}
}
