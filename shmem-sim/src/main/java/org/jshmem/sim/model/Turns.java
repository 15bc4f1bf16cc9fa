// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// Turns for an access of several steps: other PEs act between its steps.
@FunctionalInterface
public interface Turns {

    /// Advances a PE's clock to `time`, and returns the clock when no PE that could act has a smaller one.
    long at(int pe, long time);

    /// Takes the steps of a PE one after the other, each in the PE's turn, the first one at `time`. Returns the end of
    /// the last step.
    default long take(int pe, long time, Steps steps) {
        long now = time;
        do now = steps.step(at(pe, now));
        while (steps.hasMore());
        return now;
    }

    /// Steps of one access, such as the lines of a copy. Any PE's thread may take them.
    interface Steps {
        /// Takes the next step at a time, and returns its end.
        long step(long now);

        /// Whether another step follows.
        boolean hasMore();
    }
}
