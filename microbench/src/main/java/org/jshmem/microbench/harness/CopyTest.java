// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

/// A test of copies of growing size. By default it pairs PEs and needs a source and a destination of the largest size.
public interface CopyTest extends PairTest {

    @Override
    default int unit(SuiteSettings settings) {
        return 1;
    }

    @Override
    default long heap(SuiteSettings settings, long bytes, int npes) {
        return 2 * bytes + Buffers.SLACK;
    }
}
