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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private static final long FREE = 64 << 20;

    private static SuiteOptions parse(String... args) {
        return SuiteOptions.parse(args, new StringBuilder());
    }

    private static void check(int npes, String... args) {
        SuiteOptions options = parse(args);
        options.refuse(Pgas.chosen(options.names, npes), npes, FREE);
    }

    private static Benchmark named(String name) {
        return Pgas.chosen(List.of(name), 2).getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | putt | BENCHMARK 'putt' is unknown; use one of putget, put, get, put-nbi, bidir-put
            3 | barrier put | put needs an even number of PEs, which it divides into pairs, not 3; use -np 4
            2 | put --sizes 1..128m | put at 134217728 bytes needs 268451840 bytes of symmetric heap on each PE, 67108864 are free; raise --heap or lower --sizes
            2 | reduce --sizes 16m --type int | reduce at 67108864 bytes needs
            6 | put --pairs 1,4 | 4 pairs need 8 PEs, there are 6; raise -np or lower --pairs
            2 | --access rdma | --access 'rdma' is unknown; use one of both, ptr, putget
            2 | --forks 0 | --forks 0 starts nothing; give 1 or more
            2 | --type char | --type 'char' is unknown; use one of double, float, int, long
            2 | --iterations -1 | --iterations -1 is negative; give 0 or more
            2 | --latency --rate 0 | --rate 0 makes no call; give 1 or more calls a second
            2 | --rate 5 | --rate 5 needs --latency, which times single calls; add it
            2 | --setting basic | --setting 'basic' needs --reference, which starts libraries; add it
            2 | --latency --reference | --latency has no row of C, which times batches; run --reference without it
            2 | --warm-up --latency | --warm-up times batches of equal calls; run --latency or --fresh-data without it
            2 | --sizes 4q | --sizes: '4q' in '4q' is not a size
            2 | --wrong | unknown option --wrong
            2 | --format osh | --format 'osh' is unknown; use one of table, jsonl, osu
            """)
    void aMistakeIsRefusedByTheseWords(int npes, String args, String words) {
        String message = assertThrows(InvalidArguments.class, () -> check(npes, args.split(" ")))
                .getMessage();
        assertTrue(message.startsWith(words), message);
    }

    @Test
    void withoutNamesTheDefaultSetRunsAndPairsOnlyWhereTheyCan() {
        assertTrue(Pgas.chosen(List.of(), 4).contains(named("put")));
        assertFalse(Pgas.chosen(List.of(), 3).stream().anyMatch(Benchmark::paired));
        check(3, "barrier", "reduce");
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
