// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure.Point;
import org.jshmem.fidelity.SweepCells.Cell;
import org.jshmem.fidelity.SweepWorkers.Result;
import org.jshmem.fidelity.SweepWorkers.Run;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `sweep`: runs a program over values of a machine's parameters, or over the machine's variations, and
/// compares it with another one.
@Command(
        name = "sweep",
        description = "Simulates a program over parameters of a machine and prints the virtual time of each run.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class SweepCommand implements Callable<Integer> {
    /// The exit status if a run has failed.
    static final int FAILED = 1;

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            defaultValue = "knc",
            description = "Simulate this machine, default knc")
    private String machine;

    @Option(names = "-np", paramLabel = "N", required = true, description = "Run this number of PEs")
    private int npes;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "64m",
            description = "Give each PE this symmetric heap, default 64m")
    private String heap;

    @Option(
            names = "--vary",
            paramLabel = "SYMBOL=FIRST..LAST:COUNT",
            description = "Vary a parameter over COUNT values, such as R_R=100..500:5; several make a grid")
    private List<String> ranges = new ArrayList<>();

    @Option(names = "--band", description = "Use the machine and its variations instead of --vary")
    private boolean band;

    @Option(
            names = "--against",
            paramLabel = "COMMAND",
            description = "Compare with another program, such as 'pgas broadcast --algorithm flat'")
    private String other;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the runs to this file")
    private Path csv;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw the times to this file")
    private Path svg;

    @Parameters(arity = "1..*", paramLabel = "PROGRAM [ARGUMENT]", description = "The program and its arguments")
    private List<String> program;

    private SweepCommand() {}

    /// Takes the options that `--help` lists.
    public static void main(String[] args) {
        int status = run(args);
        if (status != 0) System.exit(status);
    }

    /// Runs [#main] and returns the exit status.
    static int run(String... args) {
        return FidelityPrograms.run("sweep", new CommandLine(new SweepCommand()).setStopAtPositional(true), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (band != ranges.isEmpty()) {
            String both = "--vary and --band exclude each other; remove one of them";
            throw new IllegalArgumentException(
                    band ? both : "which machines? give --vary SYMBOL=FIRST..LAST:COUNT, or --band");
        }
        SweepCells cells = band ? SweepCells.band(machine) : SweepCells.grid(machine, ranges);
        Map<String, List<String>> programs = new LinkedHashMap<>(); // by the name in tables
        programs.put(String.join(" ", program), program);
        if (other != null) programs.put(other, List.of(other.strip().split(" +")));
        List<Run> runs = new ArrayList<>();
        for (List<String> words : programs.values()) {
            List<String> arguments = words.subList(1, words.size());
            for (Cell cell : cells.cells()) runs.add(new Run(mainClass(words.getFirst()), cell.settings(), arguments));
        }
        List<Result> all = new SweepWorkers(machine, npes, MemorySizes.parse("--heap", heap)).results(runs);
        int count = cells.cells().size();
        Map<String, List<Result>> results = new LinkedHashMap<>();
        for (String name : programs.keySet()) {
            results.put(name, all.subList(results.size() * count, (results.size() + 1) * count));
        }
        System.out.print(table(cells, results));
        if (csv != null) Files.writeString(csv, csv(cells, results));
        if (svg != null)
            Files.writeString(svg, SvgFigure.of("%d PEs on %s".formatted(npes, machine), figure(cells, results)));
        return all.stream().anyMatch(result -> result.picos() < 0) ? FAILED : 0;
    }

    /// The main class of a program that comes with the library, or the class of this name.
    public static String mainClass(String name) {
        for (BuiltIns some : ServiceLoader.load(BuiltIns.class)) {
            for (BuiltIn known : some.programs()) {
                if (!known.name().equals(name)) continue;
                if (!known.alone()) return known.main().getName();
                throw new IllegalArgumentException(name + " makes jobs of its own; give a program that runs as PEs");
            }
        }
        return name;
    }

    private static String table(SweepCells cells, Map<String, List<Result>> results) {
        int width = cells.cells().stream()
                .mapToInt(cell -> cell.name().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        results.forEach((name, values) -> {
            text.append(name).append('\n');
            for (int i = 0; i < values.size(); i++) {
                Result result = values.get(i);
                String shown = result.picos() < 0 ? "failed: " + result.failure() : Picos.show(result.picos());
                text.append(("  %-" + width + "s  %s%n")
                        .formatted(cells.cells().get(i).name(), shown));
            }
        });
        if (results.size() > 1) text.append(verdict(cells, results)).append('\n');
        return text.toString();
    }

    /// Whether one program is faster than the other one over all machines.
    private static String verdict(SweepCells cells, Map<String, List<Result>> results) {
        List<String> names = List.copyOf(results.keySet());
        List<Result> first = results.get(names.getFirst());
        List<Result> second = results.get(names.getLast());
        List<String> faster = new ArrayList<>();
        List<String> slower = new ArrayList<>();
        int missing = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 0; i < first.size(); i++) {
            long a = first.get(i).picos();
            long b = second.get(i).picos();
            if (a < 0 || b < 0) missing++;
            if (a < 0 || b < 0) continue;
            least = Math.min(least, (double) a / b);
            most = Math.max(most, (double) a / b);
            String name = cells.cells().get(i).name();
            if (a < b) faster.add(name);
            if (a > b) slower.add(name);
        }
        if (missing == first.size()) return "no machine ran both programs";
        int both = first.size() - missing;
        String over = missing == 0
                ? "all %d machines".formatted(both)
                : "the %d machines of %d that ran both".formatted(both, first.size());
        String one = '"' + names.getFirst() + '"';
        String two = '"' + names.getLast() + '"';
        if (faster.size() == both || slower.size() == both) {
            boolean isFirst = faster.size() == both;
            return "%s is faster than %s on %s: the first takes %.3f to %.3f of the second's time"
                    .formatted(
                            isFirst ? one : two,
                            isFirst ? two : one,
                            over,
                            isFirst ? least : 1 / most,
                            isFirst ? most : 1 / least);
        }
        return "neither is faster on %s: %s on %s; %s on %s".formatted(over, one, listed(faster), two, listed(slower));
    }

    private static String listed(List<String> machines) {
        return machines.isEmpty() ? "none" : String.join(", ", machines);
    }

    private static String csv(SweepCells cells, Map<String, List<Result>> results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("program", "machine", cells.symbols(), "ns", "failure"));
        results.forEach((name, values) -> {
            for (int i = 0; i < values.size(); i++) {
                Cell cell = cells.cells().get(i);
                Result result = values.get(i);
                String ns = result.picos() < 0 ? "" : String.format(Locale.ROOT, "%.3f", result.picos() / 1e3);
                List<String> settings =
                        cell.values().stream().map(SweepCells::number).toList();
                rows.add(row(name, cell.name(), settings, ns, result.failure()));
            }
        });
        return FidelityPrograms.csv(rows);
    }

    private static List<String> row(String program, String machine, List<String> values, String ns, String failure) {
        List<String> row = new ArrayList<>(List.of(program, machine));
        row.addAll(values);
        row.addAll(List.of(ns, failure));
        return row;
    }

    /// A line for each program and each value of the parameters after the first one, over the first one; over the
    /// numbers of the variations if there are no parameters.
    private static Figure figure(SweepCells cells, Map<String, List<Result>> results) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        results.forEach((name, values) -> IntStream.range(0, values.size()).forEach(i -> {
            Cell cell = cells.cells().get(i);
            if (values.get(i).picos() < 0) return;
            boolean isGrid = !cell.values().isEmpty();
            double x = isGrid ? cell.values().getFirst() : i;
            String others = isGrid
                    ? String.join(
                            " ", cell.settings().subList(1, cell.settings().size()))
                    : "";
            double y = values.get(i).picos() / 1e6;
            lines.computeIfAbsent((name + " " + others).strip(), _ -> new ArrayList<>())
                    .add(new Point(x, y, y, y));
        }));
        List<FigureSeries> series = new ArrayList<>();
        lines.forEach((name, points) -> series.add(new FigureSeries(name, name, FigureSeries.Style.SOLID, points)));
        String x = cells.symbols().isEmpty()
                ? "variation, 0 for none"
                : cells.symbols().getFirst();
        return new Figure(new Figure.Axis(x, "linear"), "virtual time, us", series);
    }
}
