// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.Shmem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a collective has left behind.
class DestinationsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 511})
    void aWrongElementIsFoundAtAnySizeAndPlace(long wrong) throws Exception {
        Shmem.runInProcess(1, (sh, any) -> {
            var results = new Destinations<>(sh, sh::longs, OperandType.LONG, 512, 512, 2)
                    .expect(1, bytes -> k -> Destinations.sum(2, k));
            var even = results.next();
            var odd = results.next();
            for (long k = 0; k < 512; k++) {
                even.set(k, (long) Destinations.sum(2, k));
                odd.set(k, (long) Destinations.sum(2, k));
            }
            results.check("reduce flat", 4096);
            odd.set(wrong, -1);
            String message = assertThrows(AssertionError.class, () -> results.check("reduce flat", 4096))
                    .getMessage();
            assertEquals(
                    "PE 0: reduce flat of 4096 bytes: element " + wrong + " of 512 is -1.0 instead of "
                            + Destinations.sum(2, wrong),
                    message);
            if (wrong > 0) results.check("reduce flat", 8 * wrong);
        });
    }
}
