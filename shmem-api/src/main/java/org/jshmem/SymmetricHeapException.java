// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The symmetric heap cannot give what was asked for; the heap stays usable.
public final class SymmetricHeapException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// With a message that says who, what, the numbers and what to do.
    public SymmetricHeapException(String message) {
        super(message);
    }
}
