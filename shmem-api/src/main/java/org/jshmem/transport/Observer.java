// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// What the library above the seam tells whoever records a PE: which collective it is in, and what lies where. A
/// transport that nobody watches has none.
public interface Observer {

    /// A collective routine of a team begins. `team` is the same number on all members. What this returns goes to
    /// [#left].
    long entered(String routine, long team);

    /// It has ended; `number` counts the team's calls, and is the same on all members.
    void left(long token, long number);

    /// From now on these bytes of every region are an object of the program's, of elements so wide and called so.
    void object(long offset, long bytes, int width, String name);

    /// The program gave the object at `offset` this name.
    void named(long offset, String name);

    /// Whether it wants to be told of [#read] and [#wrote]. Every routine is then called by reflection: for debugging.
    default boolean watchesOwn() {
        return false;
    }

    /// The program is about to read an element of its own copy of an object, which no channel sees.
    default void read(long offset, long bytes) {}

    /// The program is about to write an element of its own copy of an object.
    default void wrote(long offset, long bytes) {}
}
