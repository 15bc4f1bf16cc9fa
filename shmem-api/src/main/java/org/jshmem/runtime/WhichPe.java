// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

/// Says of an exception, suppressed in it, which PE threw it where PEs share a JVM; no failure of its own.
public final class WhichPe extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// With what is to be said.
    public WhichPe(String text) {
        super(text, null, false, false);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
