// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// How an access of several steps lets other PEs act between them.
@FunctionalInterface
public interface Turns {

    /// Brings a PE's clock to `time` and returns it when no PE that could act has a smaller one.
    long at(int pe, long time);

    /// Takes a PE's steps one after the other, each in its turn, the first one at `time`. Returns when the last one
    /// ends.
    default long take(int pe, long time, Steps steps) {
        long now = time;
        do now = steps.step(at(pe, now));
        while (steps.hasMore());
        return now;
    }

    /// Steps of one access, such as the lines of a copy. They may be taken on any PE's thread.
    interface Steps {
        /// Takes the next step at a time; returns when it ends.
        long step(long now);

        /// Whether there is another step.
        boolean hasMore();
    }
}
