// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.report.Where;

/// One named test of the suite. Every PE runs it; what a PE has to do it sees from its number.
public interface Test {

    /// On the command line and in the CSV.
    String name();

    /// One sentence printed above its rows: what a sample is.
    String about();

    /// Whether it pairs PEs off, which takes an even number of them.
    default boolean paired() {
        return false;
    }

    /// Whether it is about how pairs share the machine: it then runs with more pair counts by default.
    default boolean sharing() {
        return false;
    }

    /// Whether it loads other PEs' memory in any case; in virtual time that is declared.
    default boolean direct() {
        return false;
    }

    /// The largest default size in bytes.
    default long largest(Where where) {
        return 4 << 20;
    }

    /// What one size counts: bytes, or elements for the reductions. 0 for a test without sizes.
    default int unit(SuiteSettings settings) {
        return 0;
    }

    /// Bytes of symmetric heap that one PE needs for sizes up to `bytes`.
    long heap(SuiteSettings settings, long bytes, int npes);

    /// Allocates, measures, frees. Collective.
    void run(Bench bench);
}
