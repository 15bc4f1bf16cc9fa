// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// Other libraries on the same machine: our own C program of the same benchmarks (`peer.c`), compiled by each
/// compiler that is found and started by the launcher beside it.
final class Peers {
    /// A library that may be installed.
    private record Kind(String compiler, String launcher, String define) {}

    private static final List<Kind> KINDS =
            List.of(new Kind("oshcc", "oshrun", "-DWITH_OPENSHMEM"), new Kind("mpicc", "mpirun", "-DWITH_MPI"));
    private static final int SECONDS = 300;
    private static final int FIELDS = 11;

    /// What Open MPI wants to hear before it starts more processes than cores, or for root; others do not mind.
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
            "OMPI_MCA_rmaps_base_oversubscribe", "1",
            "OMPI_MCA_btl", "^openib");

    private final Where where;
    private final Settings settings;

    Peers(Where where, Settings settings) {
        this.where = where;
        this.settings = settings;
    }

    /// Everything that all of them have of the tests asked for. `tells` says on stderr which were not found.
    List<Result> measure(boolean tells) throws IOException {
        var results = new ArrayList<Result>();
        for (Kind kind : KINDS) {
            Path compiler = found(kind.compiler());
            Path launcher = compiler == null ? null : compiler.resolveSibling(kind.launcher());
            if (compiler == null || !Files.isExecutable(launcher)) {
                if (tells) System.err.println("pgas: no " + kind.compiler() + " on the PATH, so no such peer");
                continue;
            }
            Path program = compile(kind, compiler);
            if (program != null) results.addAll(run(program, launcher));
        }
        return results;
    }

    private static Path found(String program) {
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(":")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) return file;
        }
        return null;
    }

    private static Path compile(Kind kind, Path compiler) throws IOException {
        Path folder = Here.scratch();
        Files.createDirectories(folder);
        Path source = folder.resolve("peer.c");
        Files.write(source, Peers.class.getResourceAsStream("peer.c").readAllBytes());
        Path program = folder.resolve("peer-" + kind.compiler());
        Process process = Launcher.outside(List.of(
                        compiler.toString(),
                        kind.define(),
                        "-O3",
                        "-march=native",
                        "-o",
                        program.toString(),
                        source.toString(),
                        "-lm"))
                .start();
        return ended(process) ? program : null;
    }

    private List<Result> run(Path program, Path launcher) throws IOException {
        String tests = settings.tests().stream().map(Test::name).collect(Collectors.joining(","));
        List<Long> sizes = settings.sizes().isEmpty() ? Sizes.powers(4 << 20, 2) : settings.sizes();
        int width = settings.type().bytes; // of reductions sizes count elements
        ProcessBuilder builder = Launcher.outside(List.of(
                launcher.toString(),
                "-np",
                Integer.toString(where.npes()),
                program.toString(),
                tests,
                commas(sizes, 1),
                commas(sizes.stream().filter(n -> n * width <= 8 << 20).toList(), width)));
        builder.environment().putAll(ENVIRONMENT);
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var results = new ArrayList<Result>();
        String name = program.getFileName().toString();
        boolean complete = false;
        for (String line : process.inputReader().lines().toList()) {
            if (line.equals("# end")) complete = true;
            else if (line.startsWith("# ")) name = line.substring(2);
            else if (line.split(" ").length == FIELDS) results.add(result(line.split(" "), name));
        }
        ended(process); // some crash when they leave, after all has been said
        if (!complete) System.err.println("pgas: the peer " + name + " ended early; its rows are those until then");
        return results;
    }

    private static String commas(List<Long> sizes, int width) {
        return sizes.stream().map(n -> Long.toString(n * width)).collect(Collectors.joining(","));
    }

    private Result result(String[] f, String name) {
        double median = Double.parseDouble(f[7]);
        var time = new Result.Time(
                "ns",
                1,
                Long.parseLong(f[5]),
                Double.parseDouble(f[6]),
                median,
                Double.parseDouble(f[8]),
                Double.parseDouble(f[9]),
                Double.parseDouble(f[10]),
                0,
                List.of(median),
                "");
        return new Result(
                where.peer(name),
                name,
                Result.Role.PEER,
                f[0],
                f[1],
                "",
                Integer.parseInt(f[2]),
                Long.parseLong(f[3]),
                Map.of(),
                time,
                null,
                null,
                Long.parseLong(f[4]) * 1e3 / median,
                List.of());
    }

    private static boolean ended(Process process) {
        try {
            if (process.waitFor(SECONDS, TimeUnit.SECONDS)) return process.exitValue() == 0;
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
