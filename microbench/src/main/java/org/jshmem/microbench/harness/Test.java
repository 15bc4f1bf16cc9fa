// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.report.Where;

/// One named test of the suite. Every PE runs it; its part depends on its number.
public interface Test {

    /// The name on the command line and in the results.
    String name();

    /// One sentence that is printed above the rows and defines a sample.
    String about();

    /// Whether it pairs PEs, which takes an even number of them.
    default boolean paired() {
        return false;
    }

    /// Whether it measures how pairs share the machine; its default set of pair counts is then larger.
    default boolean sharing() {
        return false;
    }

    /// Whether it needs addresses of other PEs' memory; ignored in virtual time.
    default boolean direct() {
        return false;
    }

    default long largest(Where where) {
        return 4 << 20;
    }

    /// The bytes of one unit of a size: 1 for bytes, the element's bytes for reductions. 0 for a test without
    /// sizes.
    default int unit(SuiteSettings settings) {
        return 0;
    }

    /// Bytes of symmetric heap that one PE needs for sizes up to `bytes`. Not called of a test without sizes.
    default long heap(SuiteSettings settings, long bytes, int npes) {
        return 0;
    }

    void run(Bench bench);

    /// A test of pairs of PEs.
    interface Paired extends Test {
        @Override
        default boolean paired() {
            return true;
        }
    }

    /// A test of sizes in bytes.
    interface Sized extends Test {
        @Override
        default int unit(SuiteSettings settings) {
            return 1;
        }
    }

    /// A test of copies between the PEs of pairs, from a source and to a destination of the largest size.
    interface Copied extends Paired, Sized {
        @Override
        default long heap(SuiteSettings settings, long bytes, int npes) {
            return 2 * bytes + Buffers.SLACK;
        }
    }
}
