// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.report.Where;

/// A benchmark of the suite. Every PE runs it, and its part depends on its number; the runner keeps the PEs in step.
public interface Benchmark {

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

    /// The largest of the default sizes, in bytes.
    default long largest(Where where) {
        return 4 << 20;
    }

    /// The bytes of one unit of a size: 1 for bytes, the element's bytes for reductions. 0 for a benchmark without
    /// sizes.
    default int unit(SuiteOptions options) {
        return 0;
    }

    /// Bytes of symmetric heap that one PE needs for sizes up to `bytes`. Not called of a benchmark without sizes.
    default long heap(SuiteOptions options, long bytes, int npes) {
        return bytes + PairBuffers.SLACK;
    }

    /// The collective whose algorithms `--algorithm` names; null for a benchmark without one.
    default Collective collective() {
        return null;
    }

    void run(Runner r);

    /// The calls of this PE, `n` times between two readings of the clock. Each implementor has its own loop, so that
    /// the JIT compiler sees the loop of each benchmark alone.
    @FunctionalInterface
    interface Operation {
        /// The operation of a PE that only waits for others, and whose samples do not count.
        Operation NONE = n -> {};

        void run(int n);
    }

    /// A benchmark without sizes, which a method runs.
    record Plain(String name, boolean paired, String about, Consumer<Runner> body) implements Benchmark {
        @Override
        public void run(Runner r) {
            body.accept(r);
        }
    }

    /// A benchmark between the PEs of pairs.
    interface Paired extends Benchmark {
        @Override
        default boolean paired() {
            return true;
        }
    }

    /// A benchmark of copies between the PEs of pairs, from a source and to a destination of the largest size.
    interface Copied extends Paired {
        @Override
        default int unit(SuiteOptions options) {
            return 1;
        }

        @Override
        default long heap(SuiteOptions options, long bytes, int npes) {
            return 2 * bytes + PairBuffers.SLACK;
        }
    }
}
