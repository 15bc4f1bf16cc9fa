// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Runs IS and SP over numbers of PEs and writes the counterparts of the published figures 11 to 17: a table for
/// each figure, one CSV file of all runs, and a page with plots.
///
/// ```
/// bin/oshrun -np 1 nas-report --figures 11,15 --pes 1,2,4 --csv nas.csv
/// bin/oshrun -np 1 nas-report --figures 11,14,15 --pes 4,16,64 --machine knc --compare nas.csv --report out
/// ```
///
/// It is no OpenSHMEM program itself: it starts one job after the other.
@Command(
        name = "nas-report",
        mixinStandardHelpOptions = true,
        description = "execution times of IS and SP over PEs, as in the published figures 11-17")
public final class NasReport implements Callable<Integer> {
    @Option(names = "--figures", split = ",", defaultValue = "11,14,15", description = "default: ${DEFAULT-VALUE}")
    private List<Integer> figures;

    @Option(names = "--pes", split = ",", defaultValue = "1,2,4", description = "default: ${DEFAULT-VALUE}")
    private List<Integer> pes;

    @Option(names = "--machine", paramLabel = "NAME", description = "in the simulator, such as knc")
    private String machine;

    @Option(
            names = "--class",
            paramLabel = "CLASS",
            description = "this class in place of each figure's own, for a quick look")
    private String problem;

    @Option(names = "--iterations", paramLabel = "N", description = "as of is and sp")
    private Integer iterations;

    @Option(names = "--warmup", paramLabel = "N", description = "as of is and sp")
    private Integer warmup;

    @Option(names = "--rehearsal", paramLabel = "SECONDS", description = "as of is and sp")
    private Double rehearsal;

    @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "512m", description = "default: ${DEFAULT-VALUE}")
    private String heap;

    @Option(names = "--csv", paramLabel = "FILE", description = "write all runs there too")
    private Path csv;

    @Option(names = "--compare", paramLabel = "FILE", description = "add the runs of an earlier CSV file to the page")
    private Path compare;

    @Option(names = "--report", paramLabel = "DIR", description = "write a page with plots there")
    private Path report;

    private final PrintStream out;
    private final List<Run> runs = new ArrayList<>();
    private boolean failed;

    private NasReport(PrintStream out) {
        this.out = out;
    }

    /// Runs the report.
    public static void main(String[] args) {
        System.exit(new CommandLine(new NasReport(System.out)).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        List<Run> earlier = compare == null ? List.of() : Run.read(compare);
        List<Figure> chosen = new ArrayList<>();
        for (Figure figure : Figure.all("C")) {
            if (figures.contains(figure.number())) chosen.add(of(figure));
        }
        for (Figure figure : chosen) table(figure);
        if (csv != null) {
            List<String> rows = new ArrayList<>(List.of(Run.COLUMNS));
            for (Run run : runs) rows.add(run.csv());
            Files.write(csv, rows);
        }
        if (report != null) {
            runs.addAll(earlier);
            out.println("\nreport: " + NasPage.write(report, chosen, runs));
        }
        return failed ? 1 : 0;
    }

    private Figure of(Figure f) {
        return problem == null ? f : new Figure(f.number(), f.kernel(), problem, f.column(), f.variants());
    }

    private void table(Figure figure) {
        out.println("\n" + figure.title() + (machine == null ? "" : ", simulated " + machine));
        out.printf("%6s", "PEs");
        for (Figure.Variant v : figure.variants()) out.printf("%12s", v.name());
        out.println();
        for (int n : pes) {
            if (!figure.runsOn(n)) continue;
            out.printf("%6d", n);
            for (Figure.Variant v : figure.variants()) out.printf("%12s", run(figure, n, v));
            out.println();
            out.flush();
        }
    }

    /// Runs one job; the figure's value, or `failed`.
    private String run(Figure figure, int n, Figure.Variant variant) {
        List<String> command =
                new ArrayList<>(List.of(oshrun().toString(), "-np", Integer.toString(n), "--heap", heap));
        if (machine != null) command.addAll(List.of("--machine", machine));
        command.addAll(List.of(figure.kernel(), "--class", figure.problem(), "--format", "csv", "--no-progress"));
        if (warmup != null) command.addAll(List.of("--warmup", warmup.toString()));
        if (rehearsal != null) command.addAll(List.of("--rehearsal", rehearsal.toString()));
        if (iterations != null) command.addAll(List.of("--iterations", iterations.toString()));
        command.addAll(variant.options());
        Row row = Row.of(output(command));
        Run run = new Run(
                figure.number(),
                machine == null ? "real" : machine,
                figure.kernel(),
                figure.problem(),
                n,
                variant.name(),
                row.value("seconds"),
                row.value("reduction_seconds"),
                row.value("verification"));
        runs.add(run);
        String value = run.value(figure);
        if (!value.isEmpty()) return value;
        failed = true;
        return "failed";
    }

    private static List<String> output(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // the jobs are nobody's PEs
        builder.environment().keySet().removeIf(name -> name.startsWith("JSHMEM_"));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text.lines().toList() : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("nas-report: cannot start " + command.get(0) + ", " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /// The launcher of the build that this class is from.
    private static Path oshrun() {
        Path here = Path.of(NasReport.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            Path launcher = folder.resolve("bin").resolve("oshrun");
            if (Files.isExecutable(launcher)) return launcher;
        }
        throw new IllegalStateException(
                "nas-report: no bin/oshrun above " + here + "; run it from a build of the project");
    }

    /// The two lines that a kernel writes, by name.
    private record Row(List<String> names, List<String> values) {
        static Row of(List<String> lines) {
            for (int i = 0; i + 1 < lines.size(); i++) {
                if (lines.get(i).startsWith("kernel,")) return new Row(split(lines.get(i)), split(lines.get(i + 1)));
            }
            return new Row(List.of(), List.of());
        }

        private static List<String> split(String line) {
            return List.of(line.toLowerCase(Locale.ROOT).split(","));
        }

        /// Empty where the run has failed.
        String value(String name) {
            int i = names.indexOf(name);
            return i < 0 ? "" : values.get(i);
        }
    }
}
