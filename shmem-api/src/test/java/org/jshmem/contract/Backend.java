// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.List;
import org.jshmem.Config;
import org.junit.jupiter.api.Nested;

/// How the contracts of the API run on a backend, which implements this once, by a default method, for all of
/// them. Inner classes of a test are nested tests by this annotation: `class Heap extends HeapContract implements
/// OnThreads {}`. The interface itself is on the top level, since JUnit warns of an annotated type that is not inner.
@Nested
public interface Backend {

    /// What one PE does before it has a session.
    @FunctionalInterface
    interface Main {
        /// Runs as one PE.
        void run() throws Exception;
    }

    /// Numbers of PEs that a test which is for any number runs on: powers of two and others.
    default List<Integer> counts() {
        List<Integer> counts = Samples.of(List.of(1, 3, 8), List.of(1, 2, 3, 5, 7, 8));
        return isSampled() ? Samples.third(counts) : counts;
    }

    /// Whether runs without `-Plong` try a sample of the cases: on all backends except threads and far memory, whose
    /// code the others have too.
    default boolean isSampled() {
        return true;
    }

    /// Runs `main` on `npes` PEs of a job made with `config`, each bound so that `Shmem.init` finds it; throws
    /// what the first PE to fail threw.
    void launch(int npes, Config config, Main main) throws Exception;
}
