// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    static final Where HOST =
            new Where("real", "a, \"b\"", 2, 2, 2, 1, "25 x", "abc", "2026-11-21T10:00:00Z", "Linux 6");

    /// A row of as many forks as there are medians.
    static Result result(String source, String benchmark, String variant, long bytes, double... medians) {
        List<Double> list = Arrays.stream(medians).boxed().toList();
        var interval = Statistics.ofMedian(medians);
        double least = Arrays.stream(medians).min().orElseThrow();
        var score = new Score("ns", 0.9 * least, least, interval.low(), interval.high(), 2 * least, 1, 0, list);
        return new Result(new Row(benchmark, variant, "putget", 1, bytes, bytes, 1), score, HOST, source, null);
    }

    static Result own(String variant, double... medians) {
        return result(Result.OWN, "put", variant, 8, medians);
    }

    @Test
    void linesAreReadBackAndCommentsAndEmptyLinesAreSkipped(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.jsonl");
        var results = List.of(own("a", 5, 6), own("b", 7).extra(Map.of("Mop/s", "3")));
        Results.append(file, results.subList(0, 1));
        Files.writeString(file, Files.readString(file) + "# a comment\n\n");
        Results.append(file, results.subList(1, 2));
        assertEquals(results, Results.read(file));
    }

    @Test
    void aLineThatIsNoResultIsNamed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("r.jsonl"), Results.json(own("a", 5)) + "\n{\"row\":1}\n");
        String message = assertThrows(IllegalArgumentException.class, () -> Results.read(file))
                .getMessage();
        assertTrue(message.startsWith(file + ":2 is not a result of this version: "), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused(@TempDir Path folder) {
        assertThrows(InvalidArguments.class, () -> Results.checkAppend("", folder));
        assertThrows(InvalidArguments.class, () -> Results.checkAppend("", folder.resolve("none/r.jsonl")));
        Results.checkAppend("", folder.resolve("r.jsonl"));
    }

    @Test
    void theScoreOfForksIsTheMedianOfTheirMedians() {
        List<Result> merged = Results.merged(List.of(own("a", 5), own("b", 1), own("a", 5.2), own("a", 5.1)));
        assertEquals(
                List.of("a", "b"), merged.stream().map(r -> r.row().variant()).toList());
        Score a = merged.getFirst().score();
        assertEquals(3, a.forks());
        assertEquals(5.1, a.median());
        assertEquals(List.of(5.0, 5.2, 5.1), a.medians());
        assertEquals(List.of(5.0, 5.2), List.of(a.low(), a.high()));
    }

    static Result at(Where where, double... medians) {
        Result row = own("a", medians);
        return new Result(row.row(), row.score(), where, Result.OWN, null);
    }

    @Test
    void rowsOfOtherNumbersOfPesJvmsOrHostsAreOtherRows() {
        Where two = HOST;
        Where four = new Where("real", "cpu", 2, 4, 4, 1, "25", "abc", "now", "");
        Where shared = new Where("real", "cpu", 2, 4, 2, 1, "25", "abc", "now", "");
        Where hosts = new Where("real", "cpu", 2, 4, 4, 2, "25", "abc", "now", "");
        var all = List.of(at(two, 1), at(four, 2), at(shared, 3), at(hosts, 4));
        assertEquals(all, Results.merged(all));
        assertEquals(4, all.stream().map(Result::key).distinct().count());
        Result peer = new Result(all.get(1).row(), all.get(1).score(), four, "Open MPI", null);
        assertEquals(
                List.of(0, 1, 1, 0),
                all.stream()
                        .map(r -> r.of("Open MPI", List.of(peer)).isPresent() ? 1 : 0)
                        .toList());
    }

    private static Result fork(double median, String pingPong) {
        return own("a", median).extra(Map.of(Result.PING_PONG, pingPong));
    }

    /// 78 ns between near cores, 229 between far ones. Each fork keeps its ping-pong.
    @Test
    void forksOfNearAndOfFarCoresAreTwoRows() {
        var all = List.of(
                fork(70, "78 and 80"), fork(280, "229 and 231"), fork(72, "81 and 79"), fork(284, "230 and 228"));
        List<Result> merged = Results.merged(all);
        assertEquals(
                List.of(71.0, 282.0),
                merged.stream().map(r -> r.score().median()).toList());
        assertEquals(List.of("", "far"), merged.stream().map(Result::place).toList());
        assertEquals("229 and 231, 230 and 228", merged.getLast().extra().get(Result.PING_PONG));
        assertEquals(merged, Results.merged(merged), "a file of merged rows");
        var far = Comparison.of(all.subList(0, 2), List.of(fork(287, "228 and 230")));
        assertEquals(287.0 / 280, far.lines().getFirst().change().ratio(), 1e-9);
        assertFalse(all.getFirst().moved());
        assertTrue(fork(70, "78 and 229").moved());
        assertFalse(own("a", 5).moved(), "without a ping-pong");
    }

    @Test
    void rowsOfSeveralBuildsAreRefused() {
        Where other = new Where("real", "a, \"b\"", 2, 2, 2, 1, "25 x", "def", "now", "");
        Results.checkOneBuild("f", List.of(own("a", 1), own("b", 2)));
        String refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> Results.checkOneBuild("f", List.of(own("a", 1), at(other, 2))))
                .getMessage();
        assertEquals("f has rows of several builds, abc, def; name files of one build each", refused);
    }

    @Test
    void ofTheSettingsOfALibraryTheFastestStays() {
        Result plain = result("Open MPI", "put", "a", 8, 5);
        Result basic = result("Open MPI", "put", "a", 8, 4).extra(Map.of(Result.SETTING, "--mca scoll basic"));
        List<Result> merged = Results.merged(List.of(plain, basic, plain, basic));
        assertEquals(1, merged.size());
        assertEquals("Open MPI, --mca scoll basic", merged.getFirst().sourceAndSetting());
        assertEquals(2, merged.getFirst().score().forks());
    }

    @Test
    void anErrorAboveATenthOrCompilersAtWorkMakeARowUnstable() {
        Score score = own("a", 5, 5.1, 5.05).score();
        assertFalse(score.isUnstable());
        assertFalse(score.compiling(0.1).isUnstable());
        assertTrue(score.compiling(0.11).isUnstable());
        assertTrue(own("a", 5, 7, 9).score().isUnstable());
    }

    @Test
    void theScoreOfSamplesIsTheirMedianAndTheirInterval() {
        double[] samples = new double[100];
        for (int k = 0; k < samples.length; k++) samples[k] = 100 - k;
        Score score = Score.of(samples);
        assertEquals(List.of(1.0, 50.5, 99.0), List.of(score.min(), score.median(), score.p99()));
        assertTrue(score.low() > 35 && score.high() < 65, score.toString());
    }

    @Test
    void anotherSourcesRowIsThatOfTheSameOperation() {
        Result c = result("C", "put", "a", 8, 4);
        assertEquals(c, own("a", 5).of("C", List.of(own("a", 5), c)).orElseThrow());
        assertTrue(own("b", 5).of("C", List.of(c)).isEmpty());
    }
}
