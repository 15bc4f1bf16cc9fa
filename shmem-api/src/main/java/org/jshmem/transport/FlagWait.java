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
}
