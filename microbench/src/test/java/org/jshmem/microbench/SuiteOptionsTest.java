// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.rehearsal.InvalidArguments;
import org.junit.jupiter.api.Test;

class SuiteOptionsTest {
    private static final long FREE = 64 << 20;

    private static SuiteSettings parse(int npes, String... args) {
        return SuiteOptions.parse(args, npes, new StringBuilder());
    }

    private static String refusal(int npes, String... args) {
        return assertThrows(InvalidArguments.class, () -> parse(npes, args).refuse(npes, FREE, Tests.unpaired()))
                .getMessage();
    }

    @Test
    void anUnknownTestIsNamedWithTheKnownOnes() {
        String message = refusal(2, "putt");
        assertTrue(
                message.startsWith("TEST 'putt' is unknown; use one of putget, putput, getget, put, get, bidir-put"),
                message);
    }

    @Test
    void anOddNumberOfPesIsRefusedForPairsOnly() {
        String message = refusal(3, "barrier", "put");
        assertTrue(
                message.startsWith("put needs an even number of PEs, which it divides into pairs, not 3; use -np 4, or"
                        + " tests that need no pairs: hotspot, barrier, sync, broadcast"),
                message);
        parse(3, "barrier", "reduce").refuse(3, FREE, Tests.unpaired());
    }

    @Test
    void sizesBeyondTheHeapAreRefusedWithBothNumbers() {
        assertEquals(
                "put at 134217728 bytes needs 268451840 bytes of symmetric heap on each PE, 67108864 are free; raise"
                        + " --heap or lower --sizes",
                refusal(2, "put", "--sizes", "1..128m"));
    }

    @Test
    void sizesOfReductionsCountElements() {
        String message = refusal(2, "reduce", "--sizes", "16m", "--type", "int");
        assertTrue(message.startsWith("reduce at 67108864 bytes needs "), message);
    }

    @Test
    void morePairsThanPesAreRefused() {
        assertEquals(
                "4 pairs need 8 PEs, there are 6; raise -np or lower --pairs", refusal(6, "put", "--pairs", "1,4"));
    }

    @Test
    void malformedOptionsAreRefusedByName() {
        assertEquals(
                "--access 'both ways' is unknown; use one of both, ptr, putget", refusal(2, "--access", "both ways"));
        assertEquals("--launches 0 starts nothing; give 1 or more", refusal(2, "--launches", "0"));
        assertEquals("--type 'char' is unknown; use one of double, float, int, long", refusal(2, "--type", "char"));
        assertEquals("--stride 0 is not a stride; give 1 or more", refusal(2, "--stride", "0"));
        assertEquals("--iterations -1 is negative; give 0 or more", refusal(2, "--iterations", "-1"));
        assertTrue(refusal(2, "--sizes", "4q").startsWith("--sizes: '4q' in '4q' is not a size"));
        assertTrue(refusal(2, "--wrong").startsWith("unknown option --wrong"));
    }

    @Test
    void withoutNamesTheDefaultSetRunsAndPairsOnlyWhereTheyCan() {
        assertTrue(parse(4).tests.stream().anyMatch(test -> test.name().equals("put")));
        assertFalse(parse(3).tests.stream().anyMatch(org.jshmem.microbench.harness.Test::paired));
    }

    @Test
    void defaultPairCountsAreOneTwoEightAndHalf() {
        assertEquals(List.of(1, 2, 8, 32), pairs("put", 64));
        assertEquals(List.of(1), pairs("put", 2));
        assertEquals(List.of(1, 2, 3), pairs("put", 6));
        assertEquals(List.of(1), pairs("putput", 64));
    }

    private static List<Integer> pairs(String test, int npes) {
        var where = Rows.where("host", 2, npes);
        return parse(npes).pairs(Tests.named(test).orElseThrow(), where);
    }

    @Test
    void defaultSizesFitTheHeap() {
        SuiteSettings settings = parse(64, "fcollect");
        var where = Rows.where("host", 2, 64);
        for (org.jshmem.microbench.harness.Test test : Tests.all()) {
            List<Long> sizes = settings.sizes(test, where, 64, FREE);
            if (!sizes.isEmpty()) {
                assertTrue(test.heap(settings, sizes.getLast() * test.unit(settings), 64) <= FREE, test.name());
            }
        }
    }

    @Test
    void theDefaultSetHasFewerSizesAndAlgorithmsThanATestByName() {
        var where = Rows.where("host", 2, 2);
        var put = Tests.named("put").orElseThrow();
        assertEquals(
                List.of(8L, 64L, 512L, 4096L, 32L << 10, 256L << 10, 2L << 20), parse(2).sizes(put, where, 2, FREE));
        assertEquals(12, parse(2, "put").sizes(put, where, 2, FREE).size());
        assertEquals(6, parse(2).algorithms.size());
        assertEquals(9, parse(2, "reduce").algorithms.size());
    }

    @Test
    void groupsNameTheirTests() {
        assertTrue(parse(2, "cache").tests.stream().allMatch(test -> test.name().startsWith("cache-")));
        assertEquals(Tests.all().size(), parse(2, "all").tests.size());
    }

    @Test
    void launchesAreSixUnlessQuick() {
        assertEquals(6, parse(2).launches);
        assertEquals(1, parse(2, "--quick").launches);
        assertEquals(5, parse(2, "--quick", "--launches", "5").launches);
    }

    @Test
    void helpShowsEveryTest() {
        var usage = new StringBuilder();
        assertEquals(null, SuiteOptions.parse(new String[] {"--help"}, 2, usage));
        for (org.jshmem.microbench.harness.Test test : Tests.all())
            assertTrue(usage.toString().contains(test.name()));
    }
}
