// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

/// A test of pairs of PEs.
public interface PairTest extends Test {

    @Override
    default boolean paired() {
        return true;
    }
}
