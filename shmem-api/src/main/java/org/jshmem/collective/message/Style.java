// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.message;

import org.jshmem.collective.Group;

/// How messages are sent and received. Libraries whose software is imitated have styles of their own.
public interface Style {
    /// One send and one receive at a time, which is all that a ring needs: no lists of requests (Kohler 2012, section
    /// IV-B).
    Style LIGHTWEIGHT = new Style() {};

    /// Whether a member can send and receive at once. Where it cannot, a send returns when its message was
    /// received, and a ring needs odd and even members in turn.
    default boolean overlaps() {
        return true;
    }

    /// Whether an incomplete last line is a part of its own.
    default boolean tails() {
        return false;
    }

    /// A message is about to be sent or received.
    default void message(Group g) {}

    /// A part of a message is about to be sent or received.
    default void part(Group g) {}

    /// A flag has been seen.
    default void seen(Group g) {}
}
