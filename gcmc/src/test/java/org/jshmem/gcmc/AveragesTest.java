// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Means as they are printed.
class AveragesTest {
    private static String of(double... values) {
        var averages = new Averages(values.length);
        for (double value : values) averages.add(value);
        return averages.text(2);
    }

    @Test
    void oneValueHasNoError() {
        assertEquals("3.50", of(3.5));
        assertEquals("2.00 +- 1.00", of(1, 3));
    }
}
