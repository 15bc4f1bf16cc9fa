// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.function.LongUnaryOperator;

/// The steps of one access or computation, such as the pieces of a long copy. Other PEs act between them.
public interface Steps {
    /// Takes the next step at a time, and returns its end.
    long step(long now);

    /// Whether another step follows.
    boolean hasMore();

    /// A single step.
    static Steps once(LongUnaryOperator step) {
        return new Steps() {
            @Override
            public long step(long now) {
                return step.applyAsLong(now);
            }

            @Override
            public boolean hasMore() {
                return false;
            }
        };
    }

    /// Takes all steps without other PEs, and returns the end of the last one.
    default long all(long now) {
        long at = step(now);
        while (hasMore()) at = step(at);
        return at;
    }
}
