// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Words as segments, for channels that move only segments.
final class WordSegments {
    private WordSegments() {}

    static MemorySegment of(int width, long value) {
        return switch (width) {
            case 8 -> MemorySegment.ofArray(new long[] {value});
            case 4 -> MemorySegment.ofArray(new int[] {(int) value});
            case 2 -> MemorySegment.ofArray(new short[] {(short) value});
            default -> MemorySegment.ofArray(new byte[] {(byte) value});
        };
    }

    static long value(int width, MemorySegment word) {
        return switch (width) {
            case 8 -> word.get(ValueLayout.JAVA_LONG, 0);
            case 4 -> word.get(ValueLayout.JAVA_INT, 0);
            case 2 -> word.get(ValueLayout.JAVA_SHORT, 0);
            default -> word.get(ValueLayout.JAVA_BYTE, 0);
        };
    }
}
