// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {
    private static final long PATTERN = 0x8182_8384_8586_8788L;

    /// Words around the one that is written, which has to stay alone.
    private final MemorySegment words = Arena.ofAuto().allocate(3 * 8, 8);

    private final long address = words.address() + 8;

    /// The JDK's own loop for short copies has been seen to lose data, see docs/internals/verification.md. Copies
    /// with layouts are calls of native code in every JVM, whatever it has copied before.
    @Test
    void everyCopyIsACallOfNativeCode() throws IOException {
        List<String> copies = new ArrayList<>();
        try (var bytes = Memory.class.getResourceAsStream("Memory.class")) {
            for (var method : ClassFile.of().parse(bytes.readAllBytes()).methods()) {
                method.findAttribute(Attributes.code()).stream()
                        .flatMap(code -> ((CodeModel) code).elementStream())
                        .filter(e -> e instanceof InvokeInstruction call
                                && call.owner().asInternalName().equals("java/lang/foreign/MemorySegment")
                                && call.name().equalsString("copy"))
                        .forEach(e -> copies.add(((InvokeInstruction) e).type().stringValue()));
            }
        }
        String segment = "Ljava/lang/foreign/MemorySegment;Ljava/lang/foreign/ValueLayout;J";
        assertEquals(List.of("(" + segment + segment + "J)V"), copies);
    }

    /// The JDK decides at the first copy of a JVM how it copies.
    @ParameterizedTest
    @ValueSource(strings = {"--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xshare:auto"})
    void copiesAreRightInAJvmThatCopiedASegmentFirst(String option) throws Exception {
        Ended.of(Ended.jvm(option, CopyFirst.class)).with(0);
    }

    /// Copies a segment, and then by the library from and to arrays of each type.
    static final class CopyFirst {
        private CopyFirst() {}

        public static void main(String[] args) {
            MemorySegment memory = Arena.global().allocate(128, 8);
            MemorySegment.copy(memory, 0, memory, 64, 8);
            for (int round = 0; round < 20_000; round++) {
                for (MemorySegment array : List.of(
                        MemorySegment.ofArray(new byte[64]),
                        MemorySegment.ofArray(new short[32]),
                        MemorySegment.ofArray(new int[16]),
                        MemorySegment.ofArray(new long[8]),
                        MemorySegment.ofArray(new double[8]))) {
                    int bytes = 8 * (1 + round % 8);
                    memory.fill((byte) round);
                    Memory.copyOut(memory.address(), array, 0, bytes);
                    Memory.copyIn(array, 0, memory.address() + 64, bytes);
                    if (array.asSlice(0, bytes).mismatch(memory.asSlice(64, bytes)) >= 0
                            || array.get(ValueLayout.JAVA_BYTE, bytes - 1) != (byte) round) {
                        throw new AssertionError("round " + round + " of " + array);
                    }
                }
            }
        }
    }

    @Test
    void theTestsRunAsOshrunRunsPes() {
        assertTrue(Memory.DIRECT, "the JVM of the tests opens jdk.internal.misc");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void bothWaysStoreAndLoadTheSame(int width) {
        long low = width == 8 ? PATTERN : PATTERN << 64 - 8 * width >> 64 - 8 * width;
        words.fill((byte) 0x5A);
        Memory.set(address, width, PATTERN);
        assertEquals(low, Memory.getAcquire(address, width));
        assertEquals(low, SegmentMemory.getAcquire(address, width));
        byte[] direct = words.toArray(ValueLayout.JAVA_BYTE);
        words.fill((byte) 0x5A);
        switch (width) {
            case 8 -> SegmentMemory.LONG.set(Memory.everywhere(), address, PATTERN);
            case 4 -> SegmentMemory.INT.set(Memory.everywhere(), address, (int) PATTERN);
            case 2 -> SegmentMemory.SHORT.set(Memory.everywhere(), address, (short) PATTERN);
            default -> SegmentMemory.BYTE.set(Memory.everywhere(), address, (byte) PATTERN);
        }
        assertEquals(-1, MemorySegment.ofArray(direct).mismatch(words));
        long plain = switch (width) {
            case 8 -> (long) SegmentMemory.LONG.get(Memory.everywhere(), address);
            case 4 -> (int) SegmentMemory.INT.get(Memory.everywhere(), address);
            case 2 -> (short) SegmentMemory.SHORT.get(Memory.everywhere(), address);
            default -> (byte) SegmentMemory.BYTE.get(Memory.everywhere(), address);
        };
        assertEquals(low, plain);
    }

    @Test
    void bothWaysHaveTheOrderedStores() {
        SegmentMemory.LONG.setRelease(Memory.everywhere(), address, PATTERN);
        assertEquals(PATTERN, Memory.getLongAcquire(address));
        Memory.setLongRelease(address, ~PATTERN);
        assertEquals(~PATTERN, (long) SegmentMemory.LONG.get(Memory.everywhere(), address));
        SegmentMemory.INT.setVolatile(Memory.everywhere(), address, 7);
        assertEquals(7, Memory.getIntVolatile(address));
        Memory.setIntVolatile(address, 8);
        assertEquals(8, (int) SegmentMemory.INT.getVolatile(Memory.everywhere(), address));
    }

    @ParameterizedTest
    @EnumSource
    void bothWaysChangeAWordAlike(Atomic op) {
        for (int width = 4; width <= 8; width += 4) {
            for (long expected : new long[] {PATTERN, 3}) {
                words.fill((byte) 0x5A);
                Memory.set(address, width, PATTERN);
                long old = Memory.atomic(op, address, width, 12, expected);
                byte[] direct = words.toArray(ValueLayout.JAVA_BYTE);
                words.fill((byte) 0x5A);
                Memory.set(address, width, PATTERN);
                assertEquals(old, SegmentMemory.atomic(op, address, width, 12, expected));
                assertEquals(-1, MemorySegment.ofArray(direct).mismatch(words));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 8, 9, 64, 1000})
    void aCopyMovesItsBytesAlone(long bytes) {
        MemorySegment from = Arena.ofAuto().allocate(1008, 8);
        MemorySegment to = Arena.ofAuto().allocate(1008, 8);
        for (long k = 0; k < 1008; k++) from.set(ValueLayout.JAVA_BYTE, k, (byte) (k * 7 + 1));
        Memory.copy(from.address(), to.address(), bytes);
        assertEquals(bytes, from.mismatch(to)); // the first byte that was not copied
        Memory.copy(from.address(), from.address() + 3, bytes); // overlapping
        assertEquals(-1, from.asSlice(3, bytes).mismatch(to.asSlice(0, bytes)));
    }
}
