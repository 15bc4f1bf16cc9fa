// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;

/// What the 32 and 64 in a name ask of an array.
final class Width {
    private Width() {}

    static void require(String name, SymArray<?, ?> array, int bits) {
        if (array == null) return; // legal where nothing is to move; whoever moves something refuses it
        int have = switch (array) {
            case SymMem _, SymBytes _ -> 8;
            case SymShorts _ -> 16;
            case SymLongs _, SymDoubles _ -> 64;
            default -> 32;
        };
        if (have != bits) {
            throw new IllegalArgumentException(
                    "PE %d: %s of an array of %d-bit elements; give ints or floats to 32, longs or doubles to 64"
                            .formatted(Current.pe().myPe(), name, have));
        }
    }
}
