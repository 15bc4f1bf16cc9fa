// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.beside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jshmem.microbench.harness.OperandType;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.microbench.harness.ThisJob;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// The C program of the suite's benchmarks (`peer.c`), which measures other libraries on this machine.
///
/// Each installed compiler of a library compiles it, and the launcher in the compiler's folder starts it.
///
/// @param tests the names of tests of `peer.c`, separated by commas
/// @param sizes bytes of transfers
/// @param sums bytes of reductions
public record PeerLibraries(Where where, String tests, List<Long> sizes, List<Long> sums) {
    /// The compilers of libraries that can be measured: the launcher that stands next to each, and the macro of
    /// `peer.c`.
    private static final Map<String, List<String>> KINDS = new TreeMap<>(
            Map.of("oshcc", List.of("oshrun", "-DWITH_OPENSHMEM"), "mpicc", List.of("mpirun", "-DWITH_MPI")));

    private static final Duration LIMIT = Duration.ofSeconds(300);

    /// The name under which `peer.c` reports Open MPI's OpenSHMEM.
    public static final String NAME = "Open MPI (OpenSHMEM)";

    private static final int FIELDS = 11;
    private static final long MOST_SUM = 8 << 20;

    /// Open MPI needs these to start more processes than cores, and to run as root; other libraries ignore
    /// them.
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
            "OMPI_MCA_rmaps_base_oversubscribe", "1",
            "OMPI_MCA_btl", "^openib");

    /// The measurement of peers that matches a run of the suite: those of its tests that peers have.
    public static PeerLibraries of(Where where, SuiteSettings settings) {
        int width = settings.type.bytes; // sizes of reductions count elements
        return new PeerLibraries(
                where,
                settings.type == OperandType.DOUBLE
                        ? settings.tests.stream().map(Test::name).collect(Collectors.joining(","))
                        : "", // peers sum doubles only
                settings.sizes(1, 4 << 20),
                settings.sizes(width, SuiteSettings.MOST_ELEMENTS).stream()
                        .map(n -> n * width)
                        .filter(n -> n <= MOST_SUM)
                        .toList());
    }

    /// A library that is installed.
    ///
    /// @param compiler the compiler for its programs
    /// @param launcher the program that starts them
    public record Peer(Path compiler, Path launcher) {
        /// Compiles a C source to a program. Returns null if the compiler fails.
        public Path compile(Path source, Path folder, String... options) throws IOException {
            Path program = folder.resolve(
                    source.getFileName().toString().replaceFirst("\\.c$", "") + "-" + compiler.getFileName());
            var line = new ArrayList<>(List.of(compiler.toString(), "-w", "-O3", "-march=native"));
            line.addAll(List.of(options));
            line.addAll(List.of("-o", program.toString(), source.toString(), "-lm"));
            return Jobs.run(line, Map.of(), LIMIT).status() == 0 ? program : null;
        }

        public Jobs.Finished run(int npes, Path program, String... arguments) throws IOException {
            var line = new ArrayList<>(List.of(launcher.toString(), "-np", Integer.toString(npes), program.toString()));
            line.addAll(List.of(arguments));
            return Jobs.run(line, ENVIRONMENT, LIMIT);
        }
    }

    /// The library that this compiler belongs to; empty if it is not installed.
    public static Optional<Peer> installed(String compiler) {
        return Optional.ofNullable(found(compiler))
                .map(found ->
                        new Peer(found, found.resolveSibling(KINDS.get(compiler).getFirst())))
                .filter(peer -> Files.isExecutable(peer.launcher()));
    }

    /// Measures the requested tests with all installed libraries. `tells` prints the missing ones on stderr.
    public List<Result> measure(boolean tells) throws IOException {
        var results = new ArrayList<Result>();
        if (tests.isEmpty()) {
            if (tells) System.err.println("pgas: peers sum doubles only; remove --type to compare");
            return results;
        }
        for (String compiler : KINDS.keySet()) {
            Optional<Peer> peer = installed(compiler);
            if (peer.isPresent()) results.addAll(measure(peer.get()));
            else if (tells) System.err.println("pgas: no " + compiler + " on the PATH, so no such peer");
        }
        return results;
    }

    /// Measures the requested tests with one library.
    public List<Result> measure(Peer peer) throws IOException {
        Path program = program(peer);
        return program == null ? List.of() : rows(peer.run(where.npes(), program, tests, commas(sizes), commas(sums)));
    }

    /// Compiles the benchmarks for a peer. Returns null if the compiler fails.
    public static Path program(Peer peer) throws IOException {
        Path folder = ThisJob.scratch();
        Files.createDirectories(folder);
        Path source = folder.resolve("peer.c");
        Files.write(
                source,
                PeerLibraries.class
                        .getResourceAsStream("/org/jshmem/microbench/peer.c")
                        .readAllBytes());
        return peer.compile(
                source,
                folder,
                KINDS.get(peer.compiler().getFileName().toString()).getLast());
    }

    private static Path found(String program) {
        String path = System.getenv("PATH");
        return Arrays.stream((path == null ? "" : path).split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private List<Result> rows(Jobs.Finished job) {
        var results = new ArrayList<Result>();
        String name = "peer";
        boolean complete = false;
        for (String text : job.lines()) {
            if (text.equals("# end")) complete = true;
            else if (text.startsWith("# ")) name = text.substring(2);
            else if (text.split(" ").length == FIELDS) results.add(result(text.split(" "), name));
        }
        // some libraries crash in finalize, after all rows have been printed
        if (!complete) {
            System.err.println("pgas: the peer " + name
                    + (job.status() == Jobs.Finished.TIMEOUT
                            ? " did not end within " + LIMIT.toSeconds() + " s"
                            : " ended early with status " + job.status())
                    + "; its rows are those until then");
        }
        return results;
    }

    private static String commas(List<Long> sizes) {
        return sizes.stream().map(n -> Long.toString(n)).collect(Collectors.joining(","));
    }

    private Result result(String[] f, String name) {
        double[] nanos =
                Arrays.stream(f).skip(6).mapToDouble(Double::parseDouble).toArray();
        var time = Result.Time.summary(Long.parseLong(f[5]), nanos[0], nanos[1], nanos[2], nanos[3], nanos[4]);
        return Result.of(where.peer(name), name, Result.Role.PEER, f[0], f[1], time)
                .size(Integer.parseInt(f[2]), Long.parseLong(f[3]))
                .rate(Long.parseLong(f[4]) * 1e3 / time.median())
                .made();
    }
}
