// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// A problem class of a kernel: an enum constant such as S, W, A, B, C or D.
public interface Problem {
    String name();

    /// The size as NPB prints it, such as `256x256x128`.
    String extent();

    /// Timed iterations of a verified run.
    int iterations();

    /// Untimed iterations that NPB runs before the timed ones.
    default int untimed() {
        return 1;
    }

    /// Millions of operations in `timed` iterations, by NPB's own formula.
    double millionOperations(int timed);
}
