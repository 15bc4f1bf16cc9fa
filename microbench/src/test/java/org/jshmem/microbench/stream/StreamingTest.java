// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The check of STREAM's arrays accepts what the kernels leave, and refuses one harmed element of any array.
class StreamingTest {
    private static final int ELEMENTS = 1003; // no multiple of a vector
    private static final int PASSES = 4;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment[] arrays = {array(), array(), array()};

    private MemorySegment array() {
        return arena.allocate(ELEMENTS * Double.BYTES, 64);
    }

    private Streaming ran(boolean vector) {
        var streaming = new Streaming(arrays[0], arrays[1], arrays[2], vector);
        streaming.fill(ELEMENTS);
        for (int pass = 0; pass < PASSES; pass++) {
            for (Streaming.Kernel kernel : Streaming.Kernel.values()) streaming.run(kernel, 0, ELEMENTS);
        }
        return streaming;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheKernelsLeaveIsAccepted(boolean vector) {
        double error = ran(vector).error(ELEMENTS, PASSES);
        assertTrue(error < StreamBenchmark.TOLERANCE, () -> error + "");
    }

    @Test
    void aHarmedElementOfAnyArrayIsRefused() {
        for (MemorySegment array : arrays) {
            Streaming streaming = ran(true);
            array.setAtIndex(ValueLayout.JAVA_DOUBLE, 77, 0);
            double error = streaming.error(ELEMENTS, PASSES);
            assertTrue(error > StreamBenchmark.TOLERANCE, () -> error + "");
        }
    }

    @Test
    void aPassTooFewIsRefused() {
        assertTrue(ran(false).error(ELEMENTS, PASSES + 1) > StreamBenchmark.TOLERANCE);
    }
}
