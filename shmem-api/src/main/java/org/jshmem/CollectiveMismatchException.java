// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// PEs of a team came to different collectives, or to the same one with different arguments.
public final class CollectiveMismatchException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// With a message that says who, what, the numbers and what to do.
    public CollectiveMismatchException(String message) {
        super(message);
    }
}
