// SPDX-License-Identifier: Apache-2.0
package demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.jshmem.Shmem;
import org.jshmem.junit.ShmemTest;

class HistogramTest {
    @ShmemTest(npes = {1, 2, 4}, machine = {ShmemTest.THIS_ONE, "knc"}, heap = "1m", timeout = "20s")
    void squaresEndWithSixDigits(Shmem sh) {
        long[] expected = {10, 20, 0, 0, 20, 10, 20, 0, 0, 20};
        assertArrayEquals(expected, Histogram.count(sh, 100));
    }
}
