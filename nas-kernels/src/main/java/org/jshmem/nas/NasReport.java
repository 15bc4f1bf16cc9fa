// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jshmem.Shmem;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;
import org.jshmem.start.Machines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Runs IS and SP over numbers of PEs and writes the counterparts of the published figures 11 to 17: a table for
/// each figure, all results as a file, and a page with plots.
///
/// ```
/// bin/oshrun nas-report --figures 11,15 --pes 1,2,4 --report out
/// bin/oshrun nas-report --figures 11,14,15 --pes 4,16,64 --machine knc --compare out/results.csv --report knc
/// ```
///
/// It starts one job after the other; of several PEs the first one does.
@Command(
        name = "nas-report",
        mixinStandardHelpOptions = true,
        versionProvider = NasReport.Version.class,
        description = "execution times of IS and SP over PEs, as in the published figures 11-17")
public final class NasReport implements Callable<Integer> {
    private static final int LAUNCHES = 3;
    private static final List<String> CLASSES = List.of("S", "W", "A", "B", "C");
    private static final double SMALL_REHEARSAL = 5; // class S takes milliseconds, and its JVMs compile for seconds

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--figures", split = ",", defaultValue = "11,14,15", description = "default: ${DEFAULT-VALUE}")
    private List<Integer> figures;

    @Option(names = "--pes", split = ",", defaultValue = "1,2,4", description = "default: ${DEFAULT-VALUE}")
    private List<Integer> pes;

    @Option(names = "--machine", paramLabel = "NAME", description = "in the simulator, such as knc")
    private String machine;

    @Option(
            names = "--class",
            paramLabel = "CLASS",
            description = "this class instead of each figure's own, for a quick look")
    private String problem;

    @Option(names = "--launches", paramLabel = "R", description = "jobs for each point; default 3, 1 in virtual time")
    private Integer launches;

    @Option(names = "--iterations", paramLabel = "N", description = "as of is and sp")
    private Integer iterations;

    @Option(names = "--warmup", paramLabel = "N", description = "as of is and sp")
    private Integer warmup;

    @Option(names = "--rehearsal", paramLabel = "SECONDS", description = "as of is and sp; for class S default 5")
    private Double rehearsal;

    @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "512m", description = "default: ${DEFAULT-VALUE}")
    private String heap;

    @Option(names = "--csv", paramLabel = "FILE", description = "write all results there too")
    private Path csv;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "add earlier results (JSON lines or CSV) to the page; repeatable")
    private List<Path> compare = new ArrayList<>();

    @Option(names = "--report", paramLabel = "DIR", description = "write a page with plots there")
    private Path report;

    private final PrintStream out;
    private final List<Result> results = new ArrayList<>();
    private boolean failed;

    private NasReport(PrintStream out) {
        this.out = out;
    }

    /// Runs the report, on one PE.
    public static void main(String[] args) {
        int[] status = new int[1];
        Shmem.run(args, (sh, own) -> {
            if (sh.myPe() == 0) {
                status[0] = new CommandLine(new NasReport(System.out))
                        .setParameterExceptionHandler((e, any) -> {
                            System.err.println("nas-report: " + e.getMessage() + "; --help shows the options");
                            return CommandLine.ExitCode.USAGE;
                        })
                        .execute(own);
            }
            if (status[0] != 0) throw sh.globalExit(status[0]);
        });
    }

    @Override
    public Integer call() throws IOException {
        check();
        List<Result> earlier = new ArrayList<>();
        for (Path file : compare) {
            try {
                earlier.addAll(Results.read(file));
            } catch (IllegalArgumentException e) {
                throw refused("--compare " + file + " holds no results: " + firstLine(e));
            }
        }
        List<Figure> chosen = new ArrayList<>();
        for (Figure figure : Figure.all("C")) {
            if (figures.contains(figure.number())) chosen.add(of(figure));
        }
        for (Figure figure : chosen) table(figure);
        if (csv != null) Results.write(csv, results);
        if (report != null) out.println("\nreport: " + new NasPage(chosen, results, earlier).write(report));
        return failed ? 1 : 0;
    }

    private void check() {
        List<Integer> known = Figure.all("C").stream().map(Figure::number).toList();
        for (int figure : figures) {
            if (!known.contains(figure)) {
                String all = known.stream().map(String::valueOf).collect(Collectors.joining(", "));
                throw refused("--figures '" + figure + "' is unknown; use one of " + all);
            }
        }
        for (int count : pes) if (count < 1) throw refused("--pes " + count + " runs nothing; give 1 or more");
        if (problem != null && !CLASSES.contains(problem)) {
            throw refused("--class '" + problem + "' is unknown; use one of " + String.join(", ", CLASSES));
        }
        List<String> machines = new ArrayList<>();
        for (Machines some : ServiceLoader.load(Machines.class)) machines.addAll(some.names());
        if (machine != null && !machines.contains(machine)) {
            throw refused("--machine '" + machine + "' is unknown; use one of " + String.join(", ", machines));
        }
        if (launches != null && launches < 1)
            throw refused("--launches " + launches + " starts nothing; give 1 or more");
        for (Path file : compare) {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw refused("--compare " + file + " is not a readable file");
            }
        }
        checkWritable();
    }

    /// A report takes hours: that it cannot be written is said before.
    private void checkWritable() {
        if (csv != null) {
            Path folder = csv.toAbsolutePath().getParent();
            boolean there = Files.exists(csv);
            if (there ? Files.isDirectory(csv) || !Files.isWritable(csv) : !Files.isWritable(folder)) {
                throw refused("--csv " + csv + " cannot be written; name a file that can");
            }
        }
        if (report == null) return;
        try {
            Files.createDirectories(report);
        } catch (IOException e) {
            throw refused("--report " + report + " cannot be made a directory; name one that can be written");
        }
        if (!Files.isWritable(report)) {
            throw refused("--report " + report + " cannot be written; name a directory that can");
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private Figure of(Figure f) {
        return problem == null ? f : new Figure(f.number(), f.kernel(), problem, f.column(), f.variants());
    }

    private int launches() {
        return launches != null ? launches : machine == null ? LAUNCHES : 1;
    }

    private void table(Figure figure) {
        out.println("\n" + figure.title() + (machine == null ? "" : ", simulated " + machine));
        out.printf("%6s", "PEs");
        for (Figure.Variant v : figure.variants()) out.printf("%15s", v.name());
        out.println();
        for (int n : pes) {
            out.printf("%6d", n);
            for (Figure.Variant v : figure.variants()) {
                out.printf("%15s", figure.runsOn(n, v) ? run(figure, n, v) : "not run");
            }
            Where last = results.isEmpty() ? null : results.getLast().where();
            boolean fewer = last != null && last.npes() == n && last.jvms() > 0 && last.jvms() < n;
            out.println(fewer ? "   in " + last.jvms() + " JVMs" : "");
            out.flush();
        }
    }

    /// Runs the jobs of one point; the figure's value, or `failed`.
    private String run(Figure figure, int n, Figure.Variant variant) {
        List<String> command =
                new ArrayList<>(List.of(oshrun().toString(), "--quiet", "-np", Integer.toString(n), "--heap", heap));
        if (machine != null) command.addAll(List.of("--machine", machine));
        command.addAll(List.of(figure.kernel(), "--class", figure.problem(), "--format", "csv", "--no-progress"));
        if (figure.kernel().equals("is")) command.addAll(List.of("--exchange", "keys")); // as published
        if (warmup != null) command.addAll(List.of("--warmup", warmup.toString()));
        Double before = rehearsal;
        if (before == null && machine == null && figure.problem().equals("S")) before = SMALL_REHEARSAL;
        if (before != null) command.addAll(List.of("--rehearsal", before.toString()));
        if (iterations != null) command.addAll(List.of("--iterations", iterations.toString()));
        command.addAll(variant.options());
        List<Double> seconds = new ArrayList<>();
        Map<String, String> row = Map.of();
        for (int k = 0; k < launches(); k++) {
            row = row(output(command));
            String value = row.getOrDefault(figure.column(), "");
            if (value.isEmpty()) {
                failed = true;
                return "failed";
            }
            seconds.add(Double.parseDouble(value));
        }
        Result result = result(figure, n, variant, row, seconds);
        results.add(result);
        return String.format(Locale.ROOT, "%.6f", result.time().median());
    }

    private Result result(Figure figure, int n, Figure.Variant variant, Map<String, String> row, List<Double> seconds) {
        double[] values = seconds.stream().mapToDouble(x -> x).toArray();
        double median = Statistics.median(values);
        var interval = values.length > 1 ? Statistics.ofLaunches(seconds) : new Statistics.Interval(median, median);
        double least = Arrays.stream(values).min().orElseThrow();
        double most = Arrays.stream(values).max().orElseThrow();
        long times = (long) Double.parseDouble(row.getOrDefault("iterations", "1"));
        var time = new Result.Time(
                "s", values.length, times, least, median, interval.low(), interval.high(), most, 0, seconds, "");
        boolean simulated = machine != null;
        int jvms = (int) Double.parseDouble(row.getOrDefault("jvms", "0"));
        var where = Where.now(simulated ? machine : "host", simulated, n, jvms, 1, NasReport.class);
        Map<String, String> parameters = new TreeMap<>(Map.of(
                "class", figure.problem(),
                "figure", Integer.toString(figure.number()),
                "verification", row.getOrDefault("verification", "")));
        return new Result(
                where,
                "jshmem",
                Result.Role.OWN,
                figure.kernel(),
                variant.name(),
                "",
                0,
                0,
                parameters,
                time,
                null,
                null,
                0,
                List.of());
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

    /// The two lines that a kernel writes, by name; empty where the run has failed.
    private static Map<String, String> row(List<String> lines) {
        Optional<Integer> names = java.util.stream.IntStream.range(0, Math.max(0, lines.size() - 1))
                .filter(i -> lines.get(i).startsWith("kernel,"))
                .boxed()
                .findFirst();
        if (names.isEmpty()) return Map.of();
        String[] columns = lines.get(names.get()).toLowerCase(Locale.ROOT).split(",");
        String[] values = lines.get(names.get() + 1).toLowerCase(Locale.ROOT).split(",");
        Map<String, String> row = new TreeMap<>();
        for (int k = 0; k < Math.min(columns.length, values.length); k++) row.put(columns[k], values[k]);
        return row;
    }

    /// The launcher of the build that this class is from.
    private static Path oshrun() {
        Path here = Where.home(NasReport.class);
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            Path launcher = folder.resolve("bin").resolve("oshrun");
            if (Files.isExecutable(launcher)) return launcher;
        }
        throw new IllegalStateException(
                "nas-report: no bin/oshrun above " + here + "; run it from a build of the project");
    }

    /// What `-V` prints.
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = NasReport.class.getPackage().getImplementationVersion();
            return new String[] {"jshmem " + (version == null ? "(not packed)" : version)};
        }
    }
}
