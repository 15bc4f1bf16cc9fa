// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The symmetric heap or another [Space] has no room for an allocation, or the machine has no memory behind it. Every
/// PE gets it; the heap stays as it was, and the job can go on. The message of a full heap has the `--heap` that would
/// do. A split of a team for which the machine has no memory throws it, too.
public final class SymmetricHeapException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` says which PE, which call, the numbers, and what to do.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public SymmetricHeapException(String message) {
        super(message);
    }
}
