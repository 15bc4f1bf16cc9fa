// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// A recorder's view of a PE: its collectives and its symmetric objects, as the library above the transport reports
/// them. A transport that is not recorded has no observer.
public interface Observer {

    /// A collective routine of a team begins. `team` is one number on all members. [#left] gets the result as its
    /// token.
    long entered(String routine, long team);

    /// The collective has ended. `number` counts the team's calls and is equal on all members.
    void left(long token, long number);

    /// These bytes of every region have become an object of the program with this name, in elements of `width`
    /// bytes.
    void object(long offset, long bytes, int width, String name);

    /// The program has given the object at `offset` this name.
    void named(long offset, String name);

    /// Whether this observer needs [#read] and [#wrote]. Every routine is then called by reflection, so this is for
    /// debugging.
    default boolean watchesOwn() {
        return false;
    }

    /// The program is about to read an element of its own copy of an object, by a load that no channel carries.
    default void read(long offset, long bytes) {}

    /// The program is about to write an element of its own copy of an object.
    default void wrote(long offset, long bytes) {}
}
