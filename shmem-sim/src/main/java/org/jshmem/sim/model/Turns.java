// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// How an access of several steps lets other PEs act between them.
@FunctionalInterface
public interface Turns {

    /// Brings a PE's clock to `time` and returns it when no PE that could act has a smaller one.
    long at(int pe, long time);
}
