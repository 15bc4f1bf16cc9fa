// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Page;
import org.jshmem.report.ParsingErrors;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.jshmem.spi.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// The options for the output of results, which the suite and STREAM share, and the printing of rows on PE 0.
public final class OutputOptions {
    private static final String ROW = "%-14s %-22s %-22s %5s %9s %11s %-23s %11s %11s %10s %7s  %s";
    private static final String NAMES = "benchmark|variant|access|pairs|bytes|ns|95 %% interval|min|%s|MB/s|x C| ";
    private static final List<String> FORMATS = List.of("table", "jsonl", "osu");

    @Option(
            names = "--format",
            paramLabel = "F",
            description = "Print a table, jsonl or osu, OSU's columns (default ${DEFAULT-VALUE})",
            defaultValue = "table")
    private String format = "table";

    @Option(names = "--jsonl", paramLabel = "FILE", description = "Append the results to this file")
    public Path jsonl;

    @Option(names = "--report", paramLabel = "DIR", description = "Write a page with figures there, and results.jsonl")
    private Path report;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and exit")
    private boolean help;

    /// The lines above all rows, and a sentence for each benchmark, for the page.
    private final List<String> notes = new ArrayList<>();

    private final Map<String, String> titles = new LinkedHashMap<>();

    /// The rows above which OSU's columns stand.
    private String of = "";

    /// What a row's 99th percentile is of.
    String p99 = "batch p99";

    private final List<Result> kept = new ArrayList<>();
    private final PrintStream out;

    public OutputOptions() {
        this(System.out);
    }

    public OutputOptions(PrintStream out) {
        this.out = out;
    }

    /// Reads a command line into `options`, which mixes these in. Returns false for `--help`; the help text is
    /// then in `usage`.
    public boolean read(Object options, String[] args, StringBuilder usage) {
        var line = new CommandLine(options);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new InvalidArguments(ParsingErrors.text(e) + BuiltIn.seeHelp(line.getCommandName()));
        }
        if (!FORMATS.contains(format)) throw InvalidArguments.unknown("--format", format, FORMATS);
        if (help) usage.append(line.getUsageMessage());
        return !help;
    }

    /// The value of an option that has a word for each of its values.
    public static <V> V one(String option, String word, Map<String, V> values) {
        V value = values.get(word);
        if (value != null) return value;
        throw InvalidArguments.unknown(
                option, word, values.keySet().stream().sorted().toList());
    }

    /// Refuses files that cannot be written, before anything is measured.
    public void open() {
        if (jsonl != null) Results.checkAppend("--jsonl ", jsonl);
        try {
            if (report != null) Files.createDirectories(report);
        } catch (IOException e) {
            throw new InvalidArguments("--report " + report + " cannot be made a directory; name one that can");
        }
        if (report != null && !Files.isWritable(report))
            throw new InvalidArguments("--report " + report + " cannot be written; name a directory that can");
    }

    public void header(Where where, List<String> lines) {
        notes.addAll(lines);
        for (String line : where.header()) note(line);
        notes.forEach(this::note);
    }

    /// Prints what stands above the rows of a benchmark.
    public void begin(String name, String about) {
        titles.put(name, about);
        of = "";
        if (!format.equals("table")) return;
        out.println();
        out.println(name + ": " + about);
        out.println(ROW.formatted((Object[]) NAMES.formatted(p99).split("\\|")).stripTrailing());
    }

    public void row(Result result) {
        kept.add(result);
        switch (format) {
            case "jsonl" -> out.println(Results.json(result));
            case "osu" -> osu(result);
            default -> out.println(line(result, kept));
        }
        out.flush();
    }

    /// The columns of OSU's micro-benchmarks 7.5: sizes, and microseconds with two decimals.
    private void osu(Result result) {
        Result.Row row = result.row();
        String test = row.benchmark() + ", " + row.variant()
                + (result.isOwn() ? ", " + row.access() : ", " + result.source());
        if (!test.equals(of)) out.printf(Locale.ROOT, "%n# %s%n%-10s%20s%n", test, "# Size", "Latency (us)");
        of = test;
        out.printf(Locale.ROOT, "%-10d%20.2f%n", row.bytes(), result.score().median() / 1000);
    }

    private static String line(Result result, List<Result> all) {
        Result.Row row = result.row();
        Result.Score score = result.score();
        String over = !result.isOwn()
                ? ""
                : result.of("C", all)
                        .map(c -> number("%.2f", score.median() / c.score().median()))
                        .orElse("");
        var cells = List.of(
                row.benchmark(),
                row.variant(),
                result.isOwn() ? row.access() : result.source(),
                count(row.pairs()),
                count(row.bytes()),
                Result.number(score.median()),
                Result.number(score.low()) + " to " + Result.number(score.high()),
                Result.number(score.min()),
                Result.number(score.p99()),
                score.rate() == 0 ? "-" : number("%.1f", score.rate()),
                over,
                (score.isUnstable() ? "unstable  " : "") + result.extraText());
        return ROW.formatted(cells.toArray()).stripTrailing();
    }

    private static String count(long n) {
        return n == 0 ? "-" : Long.toString(n);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /// Adds to each own row what a word took between two PEs before and after the run.
    public void pingPong(double before, double after) {
        String text = number("%.0f", before) + " and " + number("%.0f", after);
        note("ping-pong, one way, before and after: " + text + " ns");
        kept.replaceAll(row -> {
            var extra = new TreeMap<>(row.extra());
            extra.put(Result.PING_PONG, text);
            return row.isOwn() ? row.extra(extra) : row;
        });
    }

    public void note(String line) {
        out.println("# " + line);
        out.flush();
    }

    /// Ends a run on PE 0: prints the number of unstable rows, and writes the files that the options name. Ends the job
    /// with status 4 if a row is unstable.
    public void end(Shmem sh, Where where) throws IOException {
        if (jsonl != null) Results.append(jsonl, kept);
        if (report != null) {
            var file = report.resolve("results.jsonl");
            Files.deleteIfExists(file);
            Results.append(file, kept);
            var page = new Page(where, notes, titles);
            note("report: " + page.results(where.label(), Results.merged(kept)).write(report));
        }
        long unstable = kept.stream().filter(r -> r.score().isUnstable()).count();
        if (unstable == 0 || where.virtual()) return;
        note(unstable + " of " + kept.size() + " rows are unstable: their error exceeds 10 % of the score, or"
                + " compilers used more than 10 % of a core; run them again on a quiet machine");
        throw sh.globalExit(Forks.UNSTABLE);
    }

    public List<Result> results() {
        return List.copyOf(kept);
    }
}
