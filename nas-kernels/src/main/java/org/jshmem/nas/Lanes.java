// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// Whole vectors of doubles in Java arrays: rows are padded to a multiple of [#COUNT], so that no loop has a tail.
///
/// Every operation is lane by lane, so the results do not depend on how wide the machine's vectors are.
final class Lanes {
    static final VectorSpecies<Double> V = DoubleVector.SPECIES_PREFERRED;

    /// Doubles in a vector.
    static final int COUNT = V.length();

    /// Rows are padded to this many doubles on every machine, so that layouts do not depend on it either.
    static final int PAD = 8;

    private Lanes() {}

    /// The smallest multiple of [#PAD] that holds `n`.
    static int padded(int n) {
        return (n + PAD - 1) / PAD * PAD;
    }
}
