// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

/// A note on an exception, suppressed in it, that names the PE that threw it where PEs share a JVM. The note itself is
/// not a failure.
public final class PeNote extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Makes a note with this text.
    public PeNote(String text) {
        super(text, null, false, false);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
