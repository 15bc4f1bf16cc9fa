// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The symmetric heap has no room for an allocation. Every PE gets it; the heap stays as it was, and the job
/// can go on. The message has the `--heap` that would do.
public final class SymmetricHeapException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` says which PE, which call, the numbers, and what to do.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public SymmetricHeapException(String message) {
        super(message);
    }
}
