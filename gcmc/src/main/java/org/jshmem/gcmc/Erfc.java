// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// The complementary error function.
final class Erfc {
    private Erfc() {}

    static double of(double x) {
        return org.apache.commons.numbers.gamma.Erfc.value(x);
    }
}
