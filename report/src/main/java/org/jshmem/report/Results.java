// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result.Score;

/// Results as JSON lines, which can be read back. Forks of a row merge to one result.
public final class Results {
    static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Results() {}

    public static String json(Result result) {
        return GSON.toJson(result);
    }

    /// Any value as JSON that is valid inside a script element.
    static String script(Object value) {
        return GSON.toJson(value).replace("<", "\\u003c");
    }

    /// Reads a file that [#append] wrote. Throws an IllegalArgumentException that names the first invalid line.
    public static List<Result> read(Path file) throws IOException {
        return parsed(file.toString(), Files.readAllLines(file));
    }

    /// The results of JSON lines; empty ones and those that begin with `#` have none.
    public static List<Result> parsed(String name, List<String> lines) {
        var results = new ArrayList<Result>();
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k);
            if (!line.isBlank() && !line.startsWith("#")) results.add(parsed(name + ":" + (k + 1), line));
        }
        return results;
    }

    private static Result parsed(String place, String line) {
        String reason = "it has no row, score or where";
        try {
            Result r = GSON.fromJson(line, Result.class);
            if (r != null && r.row() != null && r.score() != null && r.where() != null) return r;
        } catch (RuntimeException e) { // a damaged line may fail in any way
            reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }
        throw new IllegalArgumentException(
                place + " is not a result of this version: " + reason + "; name a file that --jsonl wrote");
    }

    /// Appends to the file, which is created if needed.
    public static void append(Path file, List<Result> results) throws IOException {
        String text = results.stream().map(result -> json(result) + "\n").collect(Collectors.joining());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// Refuses a file to which [#append] would fail. The sentence begins with `before`.
    public static void checkAppend(String before, Path file) {
        Path there = Files.exists(file) ? file : file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || !Files.isWritable(there)) {
            throw new InvalidArguments(before + file + " cannot be written; name a file that can");
        }
    }

    /// Throws IllegalArgumentException if this library's rows are of several builds: they are not one run.
    public static void checkOneBuild(String file, List<Result> rows) {
        List<String> commits = rows.stream()
                .filter(Result::isOwn)
                .map(r -> r.where().commit())
                .distinct()
                .toList();
        if (commits.size() > 1)
            throw new IllegalArgumentException(file + " has rows of several builds, " + String.join(", ", commits)
                    + "; name files of one build each");
    }

    /// Merges the forks of each row, in the order of the first ones: one result for each source, row, numbers of PEs,
    /// JVMs and hosts, and place. Of several settings of a source the fastest one stays.
    public static List<Result> merged(List<Result> all) {
        return merged(all, nearest(all));
    }

    /// The least time of a word between PEs of all forks.
    static double nearest(List<Result> all) {
        return all.stream()
                .mapToDouble(Result::pingPong)
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
    }

    /// As [#merged(List)], for rows of a machine on which a word takes `nearest` between near cores.
    static List<Result> merged(List<Result> all, double nearest) {
        Map<String, List<Result>> rows = new LinkedHashMap<>();
        for (Result one : all.stream().map(row -> row.placed(nearest)).toList())
            rows.computeIfAbsent(one.sourceAndSetting() + one.key(), any -> new ArrayList<>())
                    .add(one);
        Map<String, Result> best = new LinkedHashMap<>();
        for (List<Result> its : rows.values()) {
            Result one = merge(its);
            best.merge(one.key(), one, (a, b) -> a.score().median() <= b.score().median() ? a : b);
        }
        return List.copyOf(best.values());
    }

    /// The row with the median of the forks' medians, and their interval.
    private static Result merge(List<Result> forks) {
        Result first = forks.getFirst();
        if (forks.size() == 1) return first;
        List<Double> medians =
                forks.stream().flatMap(one -> one.score().medians().stream()).toList();
        double[] all = medians.stream().mapToDouble(x -> x).toArray();
        var interval = Statistics.ofMedian(all);
        double min = forks.stream().mapToDouble(one -> one.score().min()).min().orElseThrow();
        var merged = new Score(
                first.score().unit(),
                min,
                Statistics.median(all),
                interval.low(),
                interval.high(),
                middle(forks, Score::p99),
                middle(forks, Score::rate),
                middle(forks, Score::compiling),
                medians);
        var extra = new TreeMap<String, String>();
        first.extra().forEach((name, text) -> extra.put(name, merged(name, forks, text)));
        return new Result(first.row(), merged, first.where(), first.source(), extra);
    }

    /// A further figure of several forks: the greatest of the greatest ones, else their median; all ping-pongs; of
    /// other texts the first.
    private static String merged(String name, List<Result> forks, String first) {
        if (name.equals(Result.PING_PONG))
            return forks.stream()
                    .map(one -> one.extra().getOrDefault(name, "unknown"))
                    .collect(Collectors.joining(", "));
        try {
            double[] all = forks.stream()
                    .mapToDouble(one -> Double.parseDouble(one.extra().get(name)))
                    .sorted()
                    .toArray();
            return Result.number(name.equals(Result.GREATEST) ? all[all.length - 1] : Statistics.median(all));
        } catch (NumberFormatException | NullPointerException e) {
            return first;
        }
    }

    private static double middle(List<Result> forks, ToDoubleFunction<Score> figure) {
        return Statistics.median(forks.stream()
                .mapToDouble(one -> figure.applyAsDouble(one.score()))
                .toArray());
    }
}
