// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PipelineTest {
    private final Pipeline pipeline = new Pipeline(1000, 4, 2, 3, 1);

    @Test
    void oneChunkIsBothCopiesAndManyAreTheSlowerOne() {
        assertEquals(1000 / 2.0 + 1000, pipeline.nanos(1000), 1e-9);
        assertEquals(500 + 3 * 1000 + 1000, pipeline.nanos(4000), 1e-9);
        assertEquals(1, pipeline.rate(1_000_000), 0.001);
    }

    @Test
    void aShortLastChunkIsNoWholeOne() {
        // S1 500, then max(S2 = 50, R1 = 1000), then R2 = 100
        assertEquals(500 + 1000 + 100, pipeline.nanos(1100), 1e-9);
        assertEquals(2, pipeline.chunks(1100));
    }

    /// Footnotes 5 and 6.
    @Test
    void aMebibyteHasThePrintedChunks() {
        assertEquals(32, large(32 << 10).chunks(1 << 20));
        assertEquals(16, large(64 << 10).chunks(1 << 20));
        assertEquals(128, large(32 << 10).chunks(4 << 20));
    }

    /// IV-B: a sender at 20 GB/s and a receiver at 15; "the receiver buffer state is much more important".
    @Test
    void equation1GivesTheRatesOfPrintedInputs() {
        int[] chunks = {1, 2, 4, 16, 32, 128};
        double[] rates = {8.571, 10.909, 12.632, 14.328, 14.656, 14.913};
        for (int i = 0; i < chunks.length; i++) {
            assertEquals(rates[i], large(32 << 10).rate(chunks[i] * (32L << 10)), 0.001);
        }
        long many = 128 * (32L << 10);
        double fasterReceiver = new Pipeline(32 << 10, 20, 20, 30, 30).nanos(many);
        assertTrue(fasterReceiver < new Pipeline(32 << 10, 40, 40, 15, 15).nanos(many));
    }

    private static Pipeline large(long chunk) {
        return new Pipeline(chunk, 20, 20, 15, 15);
    }
}
