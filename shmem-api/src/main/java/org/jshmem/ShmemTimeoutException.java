// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A wait inside the library took longer than `--timeout` allows.
public final class ShmemTimeoutException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// With a message that says who, what, the numbers and what to do.
    public ShmemTimeoutException(String message) {
        super(message);
    }
}
