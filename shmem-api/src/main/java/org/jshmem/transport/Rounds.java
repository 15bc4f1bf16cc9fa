// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The rounds of a meeting. In each round a PE raises its flag at another PE, and waits until a flag in its own memory
/// has reached a goal.
public interface Rounds {

    /// The number of rounds.
    int count();

    /// The PE at which the flag is raised.
    int to(int round);

    /// The offset of the raised flag, the same in all rounds.
    long raised();

    /// The value of the raised flag.
    long value();

    /// The offset of the awaited flag.
    long awaited(int round);

    /// The value that an awaited flag has to reach; flags only grow and may wrap around.
    long goal();

    /// The awaited flag of a round has reached its goal, and has this value. Returns whether the next round begins. Any
    /// thread may call.
    boolean ends(int round, long flag);
}
