// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.rehearsal.InvalidArguments;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final long FREE = 64 << 20;

    private static SuiteOptions parse(String... args) {
        return SuiteOptions.parse(args, new StringBuilder());
    }

    private static void check(int npes, String... args) {
        SuiteOptions options = parse(args);
        options.refuse(Pgas.chosen(options.names, npes), npes, FREE);
    }

    private static String refusal(int npes, String... args) {
        return assertThrows(InvalidArguments.class, () -> check(npes, args)).getMessage();
    }

    private static Benchmark named(String name) {
        return Pgas.chosen(List.of(name), 2).getFirst();
    }

    @Test
    void anUnknownBenchmarkIsNamedWithTheKnownOnes() {
        String message = refusal(2, "putt");
        assertTrue(
                message.startsWith("BENCHMARK 'putt' is unknown; use one of putget, put, get, put-nbi, bidir-put"),
                message);
    }

    @Test
    void anOddNumberOfPesIsRefusedForPairsOnly() {
        assertEquals(
                "put needs an even number of PEs, which it divides into pairs, not 3; use -np 4",
                refusal(3, "barrier", "put"));
        check(3, "barrier", "reduce");
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
        assertEquals("--forks 0 starts nothing; give 1 or more", refusal(2, "--forks", "0"));
        assertEquals("--type 'char' is unknown; use one of double, float, int, long", refusal(2, "--type", "char"));
        assertEquals("--iterations -1 is negative; give 0 or more", refusal(2, "--iterations", "-1"));
        assertEquals("--rate 0 makes no call; give 1 or more calls a second", refusal(2, "--latency", "--rate", "0"));
        assertEquals("--rate 5 needs --latency, which times single calls; add it", refusal(2, "--rate", "5"));
        assertEquals(
                "--setting '--bind-to core' needs --reference, which starts libraries; add it",
                refusal(2, "--setting", "--bind-to core"));
        assertEquals(
                "--latency has no row of C, which times batches; run --reference without it",
                refusal(2, "--latency", "--reference"));
        assertEquals(
                "--warm-up times batches of equal calls; run --latency or --fresh-data without it",
                refusal(2, "--warm-up", "--latency"));
        assertTrue(refusal(2, "--sizes", "4q").startsWith("--sizes: '4q' in '4q' is not a size"));
        assertTrue(refusal(2, "--wrong").startsWith("unknown option --wrong"));
        assertEquals("--format 'osh' is unknown; use one of table, jsonl, osu", refusal(2, "--format", "osh"));
    }

    @Test
    void withoutNamesTheDefaultSetRunsAndPairsOnlyWhereTheyCan() {
        assertTrue(Pgas.chosen(List.of(), 4).contains(named("put")));
        assertFalse(Pgas.chosen(List.of(), 3).stream().anyMatch(Benchmark::paired));
        assertTrue(Pgas.chosen(List.of("cache"), 2).stream()
                .allMatch(one -> one.name().startsWith("cache-")));
        assertEquals(Pgas.ALL, Pgas.chosen(List.of("all"), 2));
    }

    @Test
    void defaultPairCountsAreOneTwoEightAndHalf() {
        assertEquals(List.of(1, 2, 8, 32), pairs("put", 64));
        assertEquals(List.of(1), pairs("put", 2));
        assertEquals(List.of(1, 2, 3), pairs("put", 6));
        assertEquals(List.of(1), pairs("putget", 64));
    }

    private static List<Integer> pairs(String name, int npes) {
        return parse().pairs(named(name), Rows.where("real", 2, npes));
    }

    @Test
    void defaultSizesFitTheHeap() {
        SuiteOptions options = parse("all");
        for (Benchmark one : Pgas.ALL) {
            List<Long> sizes = options.sizes(one, Rows.where("real", 2, 64), FREE);
            if (!sizes.isEmpty())
                assertTrue(one.heap(options, sizes.getLast() * one.unit(options), 64) <= FREE, one.name());
        }
    }

    @Test
    void theDefaultSetHasFewerSizesThanABenchmarkByName() {
        var where = Rows.where("real", 2, 2);
        assertEquals(
                List.of(8L, 64L, 512L, 4096L, 32L << 10, 256L << 10, 2L << 20),
                parse().sizes(named("put"), where, FREE));
        assertEquals(12, parse("put").sizes(named("put"), where, FREE).size());
    }

    @Test
    void forksAreSixUnlessNamedOrChecked() {
        assertEquals(6, parse().forks);
        assertEquals(1, parse("--check").forks);
        assertEquals(5, parse("--forks", "5").forks);
    }
}
