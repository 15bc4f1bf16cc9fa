// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizesTest {
    @Test
    void aRangeHoldsItsEndsAndThePowersOfTwoBetween() {
        assertEquals(List.of(3L, 4L, 8L, 10L), Sizes.parse("3..10"));
        assertEquals(21, Sizes.parse("1..1048576").size());
        assertEquals(Sizes.parse("1..1048576"), Sizes.parse("1..1m"));
    }

    @Test
    void listsAreSortedAndWithoutRepetition() {
        assertEquals(List.of(8L, 4096L), Sizes.parse("4k,8,8"));
    }

    @Test
    void whatIsNoSizeIsRefusedWithTheTextTheUserWrote() {
        for (String bad : List.of("", "0", "-1", "x", "1..", "4q", "99999999999g")) {
            var refused = assertThrows(IllegalArgumentException.class, () -> Sizes.parse("8," + bad));
            assertEquals(true, refused.getMessage().contains("'8," + bad + "'"), refused.getMessage());
        }
        assertEquals(
                "the range '8..4' runs backwards; write 4..8",
                assertThrows(IllegalArgumentException.class, () -> Sizes.parse("8..4"))
                        .getMessage());
    }
}
