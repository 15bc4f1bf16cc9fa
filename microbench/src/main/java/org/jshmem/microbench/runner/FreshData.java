// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

/// The data of a call that `--fresh-data` measures: those of each call differ from those of the call before.
public interface FreshData {
    /// Writes this PE's source for a call.
    void write(long bytes, int call);

    /// Reads what has arrived at this PE, all of it. Throws IllegalStateException if it is not of this call.
    void check(long bytes, int call);

    static IllegalStateException wrong(int pe, long index, double found, double expected) {
        return new IllegalStateException("PE " + pe + " found " + found + " at index " + index + " instead of "
                + expected + "; the data did not arrive");
    }
}
