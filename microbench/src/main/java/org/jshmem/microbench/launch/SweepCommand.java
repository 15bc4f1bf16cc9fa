// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.microbench.harness.Command;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Jobs;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Samples;
import org.jshmem.report.Table;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Command that runs a program on several numbers of PEs and compares its results: `oshrun sweep --np 1,2,4 --
/// stream`.
///
/// Each number of PEs is started several times, in turn with the other numbers, and a figure is that of the
/// fastest launch.
@CommandLine.Command(
        name = "sweep",
        sortOptions = false,
        description = "Runs a program that writes results (pgas, stream, or any with such an option) on several numbers"
                + " of PEs, in turn, and shows how its figures go with them.",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun sweep --np 1,2,4 --report out -- stream --no-floors",
            "  bin/oshrun sweep --np 4,16 --launcher --machine=knc -- is -c S -- ep -c S"
        })
public final class SweepCommand extends Command.Options {
    private static final Duration LIMIT = Duration.ofHours(1);

    /// The figure of each benchmark: times over PEs.
    static final String FIGURES = """
            {"sections": [{"title": "Over PEs", "figures": [
              {"each": "benchmark", "id": "{benchmark}", "title": "{benchmark}", "line": "{variant} {bytes} {parameters}",
               "colour": "{variant}", "x": "where.npes", "xLabel": "PEs", "xScale": "log2", "yLabel": "{time.unit}"}]}]}""";

    @Option(names = "--np", paramLabel = "LIST", split = ",", description = "Numbers of PEs", defaultValue = "1,2,4")
    private List<Integer> npes = new ArrayList<>();

    @Option(names = "--launches", paramLabel = "R", description = "Jobs for each (default 3)", defaultValue = "3")
    private int launches;

    @Option(
            names = "--option",
            paramLabel = "NAME",
            description = "The program's option that names the file of results (default --record)")
    private String option;

    @Option(names = "--launcher", paramLabel = "ARG", description = "Pass this to oshrun, as --machine=knc; repeatable")
    private List<String> extra = new ArrayList<>();

    @Option(names = "--record", paramLabel = "FILE", description = "Append the results to this file")
    private Path record;

    @Option(names = "--report", paramLabel = "DIR", description = "Write a page with a plot for each benchmark there")
    private Path report;

    @Parameters(
            paramLabel = "PROGRAM",
            arity = "0..*",
            description = "The program and its arguments, after --; further programs after further --")
    private List<String> program = new ArrayList<>();

    public static void main(String[] args) {
        Command.run("sweep", args, (sh, own) -> {
            var sweep = new SweepCommand();
            if (Command.parse(sweep, own)) Command.end(sh, sweep.run(), false);
        });
    }

    /// Returns whether a row was not at rest.
    private boolean run() throws IOException {
        if (programs(program).isEmpty())
            throw new InvalidArguments("PROGRAM is missing; give it after --, as in sweep --np 1,2 -- stream");
        if (launches < 1) throw new InvalidArguments("--launches " + launches + " starts nothing; give 1 or more");
        Command.checkPes(npes);
        List<List<String>> programs = programs(program);
        List<Result> rows = new ArrayList<>();
        for (int launch = 1; launch <= launches; launch++) {
            for (int n : npes) {
                System.err.println("sweep: launch " + launch + " of " + launches + ", " + n + " PEs");
                for (List<String> one : programs) rows.addAll(job(n, one));
            }
        }
        List<Result> merged = Samples.merged(rows, r -> r.where().npes() + " " + r.role() + r.key());
        text(merged).forEach(System.out::println);
        if (record != null) Results.record(record, merged);
        if (report != null) System.out.println("# report: " + page(merged).write(Files.createDirectories(report)));
        return merged.stream().anyMatch(result -> !result.atRest());
    }

    /// The programs, separated by `--`.
    static List<List<String>> programs(List<String> arguments) {
        var programs = new ArrayList<List<String>>();
        programs.add(new ArrayList<>());
        for (String argument : arguments) {
            if (argument.equals("--")) programs.add(new ArrayList<>());
            else programs.getLast().add(argument);
        }
        programs.removeIf(List::isEmpty);
        return programs;
    }

    private List<Result> job(int n, List<String> program) throws IOException {
        var line = new ArrayList<>(List.of(Command.launcher().toString(), "-np", Integer.toString(n)));
        line.addAll(extra);
        line.addAll(program);
        String into = option != null ? option : program.getFirst().equals("pgas") ? Launches.INTO : "--record";
        return Jobs.results(line, into, Map.of(), LIMIT);
    }

    /// A line for each row and number of PEs. The last figure is the speed relative to the first number of PEs
    /// in the list.
    static List<String> text(List<Result> merged) {
        Map<String, Result> fewest = new LinkedHashMap<>();
        var lines = new ArrayList<String>();
        lines.add("%-14s %-20s %-7s %9s %5s %12s %-25s %8s"
                .formatted((Object[]) "benchmark|variant|access|bytes|PEs|median|95 % interval|speed".split("\\|")));
        for (Result r : merged) {
            Result first = fewest.computeIfAbsent(r.role() + r.key(), any -> r);
            lines.add(String.format(
                            Locale.ROOT,
                            "%-14s %-20s %-7s %9d %5d %12s %-25s %8s  %s",
                            r.benchmark(),
                            r.variant(),
                            r.isFloor() ? "floor" : r.access(),
                            r.bytes(),
                            r.where().npes(),
                            Table.number(r.time().median()) + " " + r.time().unit(),
                            Table.number(r.time().low()) + " to "
                                    + Table.number(r.time().high()),
                            r.isFigure()
                                    ? String.format(
                                            Locale.ROOT,
                                            "%.2f",
                                            first.time().median() / r.time().median())
                                    : "",
                            String.join("; ", r.marks()))
                    .stripTrailing());
        }
        return lines;
    }

    private Page page(List<Result> merged) {
        return new Page(String.join(" ", program) + " over PEs", launches + " launches of each number of PEs.")
                .figures(FIGURES)
                .results(String.join(" ", program), merged);
    }
}
