// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sizes and offsets are those that a C compiler gives for pmix.h of PMIx 4.2 on x86-64.
class PmixLayoutTest {
    private final Arena arena = Arena.ofAuto();

    private long value(int type, long data) {
        MemorySegment value = arena.allocate(32, 8);
        value.set(ValueLayout.JAVA_SHORT, 0, (short) type);
        value.set(ValueLayout.JAVA_LONG, 8, data);
        return value.address();
    }

    @Test
    void aProcessIsANamespaceAndARank() {
        MemorySegment proc = PmixLayout.proc(arena, "job.7", -2);
        assertEquals(260, proc.byteSize());
        assertEquals("job.7", proc.getString(0));
        assertEquals(-2, proc.get(ValueLayout.JAVA_INT, 256));
        assertEquals("job.7", PmixLayout.namespace(proc));
        assertEquals(-2, PmixLayout.rank(proc));
    }

    @Test
    void aTextIsReadAsItWasWritten() {
        MemorySegment value = PmixLayout.text(arena, "0,1,17");
        assertEquals(32, value.byteSize());
        assertEquals(3, value.get(ValueLayout.JAVA_SHORT, 0));
        assertEquals("0,1,17", PmixLayout.text(value.address()));
        assertEquals(-1, PmixLayout.number(value.address()));
    }

    @Test
    void numbersHaveTheWidthOfTheirType() {
        assertEquals(70_000, PmixLayout.number(value(14, 0x7fL << 32 | 70_000)));
        assertEquals(65_535, PmixLayout.number(value(13, 0x7fL << 16 | 65_535)));
        assertEquals(-1, PmixLayout.number(value(4, 3)));
        assertNull(PmixLayout.text(value(14, 3)));
    }

    @Test
    void anOptionIsSwitchedOnByItsKey() {
        MemorySegment info = PmixLayout.option(arena, "pmix.collect");
        assertEquals(552, info.byteSize());
        assertEquals("pmix.collect", info.getString(0));
        assertEquals(0, info.get(ValueLayout.JAVA_INT, 512));
        assertEquals(1, info.get(ValueLayout.JAVA_SHORT, 520));
        assertEquals(1, info.get(ValueLayout.JAVA_BYTE, 528));
    }

    /// Where a control group allows two cores of many, all PEs publish the same two.
    @Test
    void aProcessPublishesAsManyCoresAsItsJvmMayUse() {
        assertEquals("2,5", PmixJob.text(List.of(2, 5, 7), 2));
        assertEquals("2", PmixJob.text(List.of(2), 4));
    }
}
