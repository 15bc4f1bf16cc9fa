// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// What a waiting PE looks after while nothing comes.
public interface Watch {

    /// Nothing to look after.
    Watch NONE = new Watch() {
        @Override
        public void check(boolean stuck) {}

        @Override
        public long deadline() {
            return Long.MAX_VALUE;
        }
    };

    /// Called on each slow round of a wait; ends the wait by throwing. `stuck` says that the backend knows that no PE
    /// can make progress any more, which only a simulated one can know.
    void check(boolean stuck);

    /// When the wait gives up, on the clock of [Transport#nanoTime]; `Long.MAX_VALUE` for never.
    long deadline();
}
