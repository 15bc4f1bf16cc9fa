// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Cmp;

/// A wait until a flag of the library has reached a goal. Flags only grow, and may wrap around. A machine in virtual
/// time loads a flag that is there.
public class FlagWait extends WordWait {
    /// A wait for the flag at `offset`, without a deadline, which no interrupt ends.
    public FlagWait(Reason reason, Transport t, long offset, long goal) {
        super(reason, t, offset, Long.BYTES, Cmp.GE, goal, goal, Long.MAX_VALUE, false);
    }

    /// Whether a flag that has reached the goal is an expected one. Any thread may call this method.
    public boolean fits(long flag) {
        return true;
    }

    /// The exception for a flag that does not [fit][#fits]. The PE's own thread throws it.
    public RuntimeException misfit() {
        return new IllegalStateException(what());
    }

    /// Waits, and throws [#misfit] if the flag does not fit.
    public final void pass() {
        await();
        if (!fits(seen())) throw misfit();
    }
}
