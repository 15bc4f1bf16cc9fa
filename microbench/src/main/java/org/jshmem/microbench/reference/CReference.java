// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.reference;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Where;

/// The C program `reference.c` with each of its back ends that this machine can compile: C alone, OpenSHMEM, and MPI.
/// It is measured before each benchmark of the suite, on as many processes as the job has PEs.
///
/// A library is measured with each of some settings. The fastest one stays when the forks are merged.
public record CReference(Where where, SuiteOptions options, List<Backend> backends) {
    private static final Duration LIMIT = Duration.ofSeconds(300);
    private static final List<String> BENCHMARKS = List.of(
            "put",
            "get",
            "calls",
            "pingpong",
            "atomics",
            "mpi",
            "barrier",
            "broadcast",
            "fcollect",
            "gather",
            "alltoall",
            "reduce",
            "reduce-root");
    private static final long MOST_BYTES = 8 << 20;
    private static final int FIELDS = 11;
    private static final String PLAIN = "mpicc";
    private static final String YIELD = "--mca mpi_yield_when_idle 1";

    /// Open MPI needs these to start more processes than cores, and to run as root; other libraries ignore them.
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
            "OMPI_MCA_rmaps_base_oversubscribe", "1",
            "OMPI_MCA_btl", "^openib",
            "SHMEM_SYMMETRIC_SIZE", "256M");

    /// A back end of the program.
    ///
    /// @param compiler the compiler of its programs
    /// @param launcher the program next to the compiler that starts them; empty for C alone
    /// @param macro its macro in `reference.c`
    /// @param settings arguments of the launcher that are tried, the defaults first
    private record Kind(String compiler, String launcher, String macro, List<String> settings) {
        boolean isVariantOf(String name) {
            return compiler.startsWith(name + ".");
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind("gcc", "", "-DWITH_NOTHING", List.of("")),
            new Kind(
                    "oshcc",
                    "oshrun",
                    "-DWITH_OPENSHMEM",
                    List.of("", "--mca scoll basic", "--mca scoll basic --bind-to core", YIELD)),
            // both libraries where Debian has both, else whichever has the plain name
            new Kind("mpicc.openmpi", "mpirun.openmpi", "-DWITH_MPI", List.of("", YIELD)),
            new Kind("mpicc.mpich", "mpirun.mpich", "-DWITH_MPI", List.of("")),
            new Kind(PLAIN, "mpirun", "-DWITH_MPI", List.of("", YIELD)));

    /// A compiled program and how it is started.
    private record Backend(Kind kind, Path compiler, Path program) {
        List<String> command(int npes, String setting) {
            if (kind.launcher.isEmpty()) return List.of(program.toString());
            var line = new ArrayList<>(
                    List.of(compiler.resolveSibling(kind.launcher).toString(), "-np", npes + ""));
            if (!setting.isEmpty()) line.addAll(List.of(setting.split(" ")));
            line.add(program.toString());
            return line;
        }
    }

    /// Compiles the program by all compilers that are installed, and names the missing ones on stderr.
    public static CReference of(Where where, SuiteOptions options) {
        var backends = new ArrayList<Backend>();
        for (Kind kind : KINDS) {
            if (kind.compiler.equals(PLAIN) && backends.stream().anyMatch(other -> other.kind.isVariantOf(PLAIN)))
                continue;
            Backend backend = compiled(kind);
            if (backend == null)
                System.err.println("pgas: no " + kind.compiler + " that compiles, so no such reference");
            else backends.add(backend);
        }
        return new CReference(where, options, List.copyOf(backends));
    }

    private static Backend compiled(Kind kind) {
        Path compiler = found(kind.compiler);
        if (compiler == null) return null;
        try (InputStream in = CReference.class.getResourceAsStream("/org/jshmem/microbench/reference.c")) {
            byte[] source = in.readAllBytes();
            Path folder = scratch();
            Path program = folder.resolve(kind.compiler + "-" + Integer.toHexString(Arrays.hashCode(source)));
            if (Files.isExecutable(program)) return new Backend(kind, compiler, program);
            Path c = Files.write(folder.resolve(kind.compiler + ".c"), source);
            Path fresh = Files.createTempFile(folder, "reference", ".new");
            var line = new ArrayList<>(List.of(compiler + "", "-w", "-O3", "-march=native", kind.macro));
            line.addAll(List.of("-o", fresh + "", c + "", "-lm"));
            if (Jobs.run(line, Map.of(), LIMIT).status() != 0) return null;
            Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE); // two jobs may compile at once
            return new Backend(kind, compiler, program);
        } catch (IOException e) {
            return null; // no folder for the program
        }
    }

    private static Path found(String program) {
        String path = System.getenv("PATH");
        return Arrays.stream((path == null ? "" : path).split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /// The folder for compiled programs: in a build tree next to the classes, else a fresh temporary one, in
    /// which no other user can have put a program.
    private static Path scratch() throws IOException {
        Path classes = Where.home(CReference.class);
        boolean ours =
                classes != null && classes.getParent().endsWith("target") && Files.isWritable(classes.getParent());
        return ours
                ? Files.createDirectories(classes.getParent().resolve("reference"))
                : Files.createTempDirectory("jshmem-reference");
    }

    /// Measures one benchmark by all back ends and settings; nothing if the C program does not have it. `free` are the
    /// bytes of symmetric heap from which its default sizes follow.
    public List<Result> measure(Benchmark benchmark, long free) {
        var results = new ArrayList<Result>();
        boolean sums = benchmark.name().startsWith("reduce");
        if (!BENCHMARKS.contains(benchmark.name()) || sums && !options.type.equals("double")) return results;
        int unit = benchmark.unit(options);
        String sizes = options.sizes(benchmark, where, free).stream()
                .map(n -> n * unit)
                .filter(n -> n <= MOST_BYTES)
                .map(n -> n + "")
                .collect(Collectors.joining(","));
        for (Backend backend : backends) {
            boolean one = options.setting != null && !backend.kind.launcher.isEmpty();
            for (String setting : one ? List.of(options.setting) : backend.kind.settings) {
                var line = new ArrayList<>(backend.command(where.npes(), setting));
                line.addAll(List.of(benchmark.name(), sizes.isEmpty() ? "8" : sizes, where.npes() + ""));
                results.addAll(rows(line, setting));
            }
        }
        return results;
    }

    /// The rows of the C STREAM, each process on arrays of its own.
    public static List<Result> stream(Where where, long doubles, int passes) {
        Backend c = compiled(KINDS.getFirst());
        if (c == null) return List.of();
        List<String> line = List.of(c.program.toString(), "stream", doubles + "", where.npes() + "", passes + "");
        return new CReference(where, null, List.of(c)).rows(line, "");
    }

    private List<Result> rows(List<String> command, String setting) {
        var results = new ArrayList<Result>();
        try {
            Jobs.Finished job = Jobs.run(command, ENVIRONMENT, LIMIT);
            String source = "C";
            for (String text : job.lines()) {
                if (text.startsWith("# ")) source = text.substring(2);
                else if (text.split(" ").length == FIELDS) results.add(result(text.split(" "), source, setting));
            }
            if (!job.lines().contains("# end")) // some libraries crash after it, in finalize
            System.err.println("pgas: '" + String.join(" ", command) + "' ended early with status " + job.status()
                    + "; its rows are those until then");
        } catch (IOException e) {
            System.err.println("pgas: " + e.getMessage());
        }
        return results;
    }

    /// A line: benchmark variant pairs bytes moved per min median low high p99.
    private Result result(String[] f, String source, String setting) {
        double[] t = Arrays.stream(f).skip(6).mapToDouble(Double::parseDouble).toArray();
        long moved = Long.parseLong(f[4]);
        var row = new Row(f[0], f[1], "", Integer.parseInt(f[2]), Long.parseLong(f[3]), moved, Integer.parseInt(f[5]));
        var score = new Score("ns", t[0], t[1], t[2], t[3], t[4], moved * 1e3 / t[1], 0, null);
        Map<String, String> extra = setting.isEmpty() ? Map.of() : Map.of(Result.SETTING, setting);
        return new Result(row, score, source.equals("C") ? where : where.peer(), source, extra);
    }
}
