// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The symmetric heap or another [Space] has no room for an allocation, or the machine has no more memory. Every PE
/// gets it; the heap is unchanged, and the job can go on. The message of a full heap has a `--heap` that is large
/// enough. A split of a team for which the machine has no memory throws it, too.
public final class SymmetricHeapException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` has PE, call, numbers and remedy.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public SymmetricHeapException(String message) {
        super(message);
    }
}
