// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.transport.LineCosts;
import org.junit.jupiter.api.Test;

/// With a message at 100 ns and a byte at 1 ns, `rd` takes 100 + 2n of two members, and `rsag`, whose bytes are
/// ten times cheaper, 200 + 0.15n: it is cheaper by a tenth from 67 bytes on.
class TuningTest {
    private static final Selection<Reductions.Algorithm> TABLE = Reductions.TABLE;

    private static final HostCosts PRICES = new HostCosts(
            1024,
            new LineCosts(1, 100, 30, 10, 300, 0, 1 << 20),
            List.of(
                    new HostCosts.Algorithm("REDUCE", "rd", 100, List.of(new HostCosts.Point(8, 1)), 0.125),
                    new HostCosts.Algorithm("REDUCE", "rsag", 100, List.of(new HostCosts.Point(8, 0.1)), 0.125)));

    private static Tuning of(int members) {
        return new Tuning(PRICES.algorithms(), PRICES.lines(), members);
    }

    private static Selection.Row<Reductions.Algorithm> row(String name) {
        return TABLE.row(TABLE.index(name));
    }

    private static String better(Tuning tuning, long bytes, String usual) {
        return tuning.better(Collective.REDUCE, TABLE, bytes, row(usual)).name();
    }

    @Test
    void anotherAlgorithmIsTakenWhereTheFormulasHaveCrossed() {
        Tuning two = of(2);
        assertEquals("rd", better(two, 1, "rd"));
        assertEquals("rd", better(two, 64, "rd"));
        assertEquals("rsag", better(two, 80, "rd"));
        assertEquals("rsag", better(two, 1 << 20, "rd"));
        assertEquals(100 + 2 * 1000, two.nanos(Collective.REDUCE, row("rd"), 1000), 1e-9);
        assertEquals(200 + 0.15 * 1000, two.nanos(Collective.REDUCE, row("rsag"), 1000), 1e-9);
        assertEquals(
                List.of("from 80 bytes rsag instead of rd: 0.21 us predicted against 0.26"),
                two.differences(Collective.REDUCE, TABLE, n -> row("rd")));
    }

    @Test
    void pesReadWhatTheLauncherHandsThem() {
        assertEquals(PRICES, HostCosts.parse(PRICES.text()));
        var e = assertThrows(IllegalArgumentException.class, () -> HostCosts.parse("2\n1.0 2.0\n"));
        assertEquals("'2\n1.0 2.0\n' is not a list of prices; the launcher makes it", e.getMessage());
    }

    @Test
    void whatHasNoPriceIsNeitherTakenNorReplaced() {
        assertEquals("tiled", better(of(2), 1 << 20, "tiled"));
        assertEquals(List.of(), of(8).differences(Collective.REDUCE, TABLE, n -> row("tiled")));
    }

    @Test
    void aGainThatIsNoTenthIsNone() {
        assertEquals("rsag", better(of(2), 50, "rsag")); // rd takes 200, rsag 207.5
    }

    /// A flag takes 100, a reader 30 and a copy of 1 line 101, of 64 lines 940. 16 members: 8 bytes in a tree of
    /// radix 2 take 4 rounds of 401, of 4 two of 861; 4 KiB 4 rounds of 1240 instead of 2 of 1700; of 16 one of
    /// 4460.
    @Test
    void treesAreAsWideAsLinesAreCheap() {
        Tuning tuning = of(16);
        assertEquals(2, tuning.radix(8));
        assertEquals(4, tuning.radix(4096));
        assertEquals(16, tuning.radix(1 << 20));
    }

    /// The table changes its mind at 70 bytes, inside the class of 64 to 79: what one PE prints of it, as `SHMEM_INFO`
    /// makes PE 0 do, is no reason to choose otherwise than the other PEs.
    @Test
    void aPeThatHasPrintedItsChoicesChoosesAsTheOthers() {
        Tuning printed = of(2);
        Tuning silent = of(2);
        printed.differences(Collective.REDUCE, TABLE, n -> row(n < 70 ? "tiled" : "rd"));
        for (long bytes : new long[] {64, 69, 70, 75, 79}) {
            String usual = bytes < 70 ? "tiled" : "rd";
            assertEquals(better(silent, bytes, usual), better(printed, bytes, usual), bytes + " bytes");
        }
        assertEquals(better(of(2), 75, "rd"), better(silent, 75, "rd"), "whatever was asked for before");
    }
}
