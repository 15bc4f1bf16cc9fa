// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    static final Where HOST =
            new Where("host", false, "a \"cpu\", <fast>", 2, 2, 2, 1, "shm", "25", "abc", "2026-11-20T00:00:00Z");

    static Result result(Where where, String variant, long bytes, double... medians) {
        var samples = new Samples();
        for (double median : medians) samples.add(median);
        var list = java.util.Arrays.stream(medians).boxed().toList();
        var interval =
                medians.length > 1 ? Statistics.ofLaunches(list) : new Statistics.Interval(medians[0], medians[0]);
        double median = Statistics.median(medians);
        var time = new Result.Time(
                "ns",
                medians.length,
                100,
                median / 2,
                median,
                interval.low(),
                interval.high(),
                2 * median,
                0.1,
                list,
                samples.encode());
        return Result.of(where, "jshmem", Result.Role.OWN, "put", variant, time)
                .access("ptr")
                .size(1, bytes)
                .parameters(Map.of("stride", "2"))
                .details(
                        new Result.Tails(1000, median, 2 * median, 3 * median, 4 * median, 20),
                        bytes == 8 ? null : new Result.OverPes(1, 2, 3, 0.5))
                .rate(bytes * 1e3 / median)
                .marks(bytes == 8 ? List.of() : List.of("trend: +7 %, then \"more\"", "bimodal"))
                .made();
    }

    @Test
    void everythingSurvivesBothForms(@TempDir Path folder) throws Exception {
        var results = List.of(result(HOST, "a", 8, 5, 6, 7), result(HOST, "b, c", 64, 1.5));
        for (String name : List.of("r.jsonl", "r.csv")) {
            Path file = folder.resolve(name);
            Results.write(file, results);
            assertEquals(results, Results.read(file), name);
            Results.append(file, results);
            assertEquals(4, Results.read(file).size(), name);
        }
        assertEquals(
                String.join(",", Results.COLUMNS),
                Files.readAllLines(folder.resolve("r.csv")).getFirst());
    }

    @Test
    void whatIsNoResultIsRefusedWithItsLine(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.jsonl");
        Files.writeString(file, Results.json(result(HOST, "a", 8, 5)) + "\n{\"benchmark\":3\n");
        String message = assertThrows(IllegalArgumentException.class, () -> Results.read(file))
                .getMessage();
        assertTrue(message.startsWith(file + ":2 is not a result"), message);
        Path csv = folder.resolve("r.csv");
        Files.writeString(csv, "benchmark,bytes\nput,8\n");
        message = assertThrows(IllegalArgumentException.class, () -> Results.read(csv))
                .getMessage();
        assertEquals(csv + ":2 is not a result: it has no where, benchmark or time", message);
    }

    @Test
    void launchesMergeToTheFastestOfThemAndAllTheirSamples() {
        var merged =
                Samples.merge(List.of(result(HOST, "a", 8, 10), result(HOST, "a", 8, 12), result(HOST, "a", 8, 11)));
        assertEquals(3, merged.time().launches());
        assertEquals(10, merged.time().median());
        assertTrue(merged.isFigure(), "11 confirms 10");
        assertEquals(List.of(10.0, 12.0, 11.0), merged.time().medians());
        var samples = new Samples();
        samples.add(merged.time().histogram());
        assertEquals(3, samples.count());
        assertEquals(5, merged.time().min());
        assertTrue(
                merged.time().low() < 10 && merged.time().high() > 12,
                merged.time().toString());
    }

    @Test
    void csvOfATerminalWithItsNotesIsReadBack(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.csv");
        var results = List.of(result(HOST, "a", 8, 5));
        Files.writeString(file, "# PEs: 2\n" + Results.shortCsv(results, true) + "# done\n");
        Result back = Results.read(file).getFirst();
        assertEquals(5, back.time().median());
        assertEquals("", back.time().histogram());
    }

    @Test
    void aFileWithOtherColumnsIsNotAppendedToAndAnEmptyOneGetsThem(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.csv");
        var results = List.of(result(HOST, "a", 8, 5));
        Files.writeString(file, "");
        Results.append(file, results);
        assertEquals(results, Results.read(file));
        Files.writeString(file, Files.readString(file).replaceFirst("outside", "inside"));
        String message = assertThrows(IllegalArgumentException.class, () -> Results.append(file, results))
                .getMessage();
        assertEquals(
                file + " has other columns than the results of this version, from 'outside' on; name another file",
                message);
    }

    @Test
    void aRateWithoutATimeIsLeftOutAndDoesNotLoseTheFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.jsonl");
        Results.write(file, List.of(result(HOST, "a", 8, 0)));
        assertEquals(0, Results.read(file).getFirst().megabytesPerSecond());
    }

    @Test
    void whatWasMeasuredBesideTheTimeIsNoPartOfTheKey() {
        var first = result(HOST, "a", 8, 5)
                .change()
                .measured(Map.of("overlap", "3"))
                .made();
        var second = result(HOST, "a", 8, 6)
                .change()
                .measured(Map.of("overlap", "4"))
                .made();
        assertEquals(first.key(), second.key());
        assertEquals(
                Map.of("overlap", "3"), Samples.merge(List.of(first, second)).measured());
    }

    @Test
    void aFloorCountsForTheVariantsThatItLimits() {
        var own = result(HOST, "fetchAdd-own", 8, 5);
        var store = floor("store", "p-own");
        var add = floor("fetch-add", "fetchAdd-own", "fetchInc-own");
        assertEquals(add, own.floor(List.of(store, add)).orElseThrow());
        assertTrue(own.floor(List.of(store)).isEmpty());
        assertEquals(floor("memcpy"), own.floor(List.of(floor("memcpy"))).orElseThrow(), "one for all");
    }

    private static Result floor(String name, String... limits) {
        return Result.of(
                        HOST,
                        "C",
                        Result.Role.FLOOR,
                        "put",
                        name,
                        result(HOST, name, 8, 1).time())
                .size(0, 8)
                .limits(List.of(limits))
                .made();
    }

    @Test
    void launchesWithABadMarkAreLeftOutWhereMoreHaveNone() {
        Result restless = marked(9, Result.NOT_AT_REST + ": compilers");
        var merged = Samples.merge(List.of(restless, result(HOST, "a", 8, 10), result(HOST, "a", 8, 10.5)));
        assertTrue(merged.atRest());
        assertEquals(10, merged.time().median());
        assertEquals(2, merged.time().launches());
        assertEquals(List.of("1 of 3 launches left out, whose marks call them bad"), merged.marks());
        assertFalse(Samples.merge(List.of(restless, restless, result(HOST, "a", 8, 12)))
                .atRest());
        for (String bad : List.of(Result.WAITED + " 9 % of the time", "trend: +7 %", "bimodal: near 1 and near 2")) {
            Result one = marked(9, bad);
            assertFalse(one.isSteady());
            assertEquals(
                    10,
                    Samples.merge(List.of(one, result(HOST, "a", 8, 10), result(HOST, "a", 8, 12)))
                            .time()
                            .median());
            Result most = Samples.merge(List.of(one, one, restless, result(HOST, "a", 8, 12), one));
            assertEquals(4, most.time().launches(), "those at rest, if few have no mark");
            assertFalse(most.isSteady());
        }
        assertTrue(merged.isSteady());
    }

    @Test
    void aFastestLaunchThatNoOtherConfirmsIsNoFigure() {
        Result alone =
                Samples.merge(List.of(result(HOST, "a", 8, 14), result(HOST, "a", 8, 10), result(HOST, "a", 8, 15)));
        assertEquals(10, alone.time().median());
        assertEquals(List.of("not confirmed: 10.0 and 14.0 ns in the fastest of 3 launches"), alone.marks());
        assertFalse(alone.isFigure());
        assertFalse(alone.isSteady());
        assertTrue(alone.atRest());
        Result two =
                Samples.merge(List.of(result(HOST, "a", 8, 30), result(HOST, "a", 8, 10), result(HOST, "a", 8, 10.9)));
        assertTrue(two.isFigure());
        assertTrue(two.time().low() <= 10, two.time().toString());
        assertTrue(result(HOST, "a", 8, 10).isFigure(), "one launch confirms nothing and is not asked to");
    }

    @Test
    void aDisturbedLaunchShowsInTheMergedRowEvenIfItIsLeftOut() {
        Result calm = result(HOST, "a", 8, 10);
        Result disturbed = result(HOST, "a", 8, 10.5).change().outside(0.4).made();
        Result marked = disturbed.change().marks(List.of(Result.WAITED)).made();
        assertEquals(0.4, Samples.merge(List.of(calm, disturbed, calm)).outside());
        assertEquals(0.4, Samples.merge(List.of(calm, marked, calm)).outside());
    }

    @Test
    void aChangeOfAComponentThatDoesNotExistIsRefused() {
        var change = result(HOST, "a", 8, 10).change();
        assertEquals(
                "a Result has no component 'outsid'",
                assertThrows(IllegalArgumentException.class, () -> change.with("outsid", 0.4))
                        .getMessage());
    }

    private static Result marked(double median, String mark) {
        return result(HOST, "a", 8, median).change().marks(List.of(mark)).made();
    }

    @Test
    void aRecordHoldsNoRowThatAMarkCallsBad(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("record.csv");
        var rows = List.of(result(HOST, "a", 8, 10), marked(11, "trend: +7 %"), marked(12, Result.NOT_CONFIRMED));
        assertEquals(1, Results.record(file, rows));
        assertEquals(List.of(rows.getFirst()), Results.read(file));
    }

    @Test
    void linesEndAsTheRecordsDo(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lines.csv");
        Results.append(file, List.of(result(HOST, "a", 8, 10)));
        Results.append(file, List.of(result(HOST, "a", 8, 11)));
        assertFalse(Files.readString(file).contains("\r"));
        assertEquals(3, Files.readAllLines(file).size());
    }
}
