// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// One PE's part of a kernel, set up for one class. Its construction and all methods are collective.
///
/// ```
///   reset  [ untimed ... reset ]  barrier | begin  iterate 1 2 3 ...  end | verify  free
///                                         |<------- NPB's time -------->|
/// ```
public interface Kernel {
    /// Restores the state before the first iteration.
    default void reset() {}

    /// Runs the part that NPB times before the first iteration.
    default void begin() {}

    /// Runs iteration `number`, counted from 1.
    void iterate(int number);

    /// Runs the part that NPB times after the last iteration.
    default void end() {}

    /// Runs one untimed iteration: the part that NPB runs once before it starts its clock.
    default void untimed() {
        iterate(1);
    }

    /// Runs a round of the rehearsal; the caller repeats it until the JVM has compiled the kernel's loops.
    default void rehearse() {
        reset();
        begin();
        iterate(1);
        end();
    }

    /// Verifies the answer after `iterations` iterations.
    Verification verify(int iterations);

    /// The seconds that this PE has spent in reductions since the last reset; 0 for a kernel that does not measure
    /// them.
    default double reductionSeconds() {
        return 0;
    }

    /// Frees the symmetric memory.
    default void free() {}
}
