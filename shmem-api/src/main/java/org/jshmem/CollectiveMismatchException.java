// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Members of a team called different collectives, or the same one with different arguments. Every member of
/// the team gets it, at this call and at all later collectives of the team. The call has written nothing to other
/// PEs. One-sided calls and [Shmem#globalExit] still work.
///
/// A PE whose collective ended by a [ShmemTimeoutException] gets it alone, at its next collectives of the team.
public final class CollectiveMismatchException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` has PE, call, numbers and remedy.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public CollectiveMismatchException(String message) {
        super(message);
    }
}
