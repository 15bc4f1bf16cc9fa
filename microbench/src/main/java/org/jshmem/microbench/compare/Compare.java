// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jshmem.microbench.beside.PeerLibraries;
import org.jshmem.microbench.harness.Command;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.ThisJob;
import org.jshmem.microbench.launch.Launches;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// Command that measures this library, an OpenSHMEM of C, and C without a library in turn, and writes the page of
/// measurements and the table of the README.
///
/// Each round runs every side once, each in processes of its own; a figure is the median over rounds. A *warm* time is
/// that of one operation of a program that has called it until its compilers rest. A *cold* time is the time of all
/// first calls of a program.
@CommandLine.Command(
        name = "compare",
        sortOptions = false,
        description = "Measures jshmem, an OpenSHMEM of C (oshcc) and C without a library in turn, and writes a page.")
public final class Compare extends Command.Options {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final long COPY = 4096;
    private static final List<Long> ELEMENTS = List.of(1L, 1024L, 1L << 20);
    private static final String PROGRAM = "own ";

    @Option(names = "--np", split = ",", description = "Numbers of PEs (default 2,8,64)", defaultValue = "2,8,64")
    private List<Integer> npes = new ArrayList<>();

    @Option(names = "--rounds", description = "Rounds of all sides; 0 writes the page alone", defaultValue = "5")
    private int rounds;

    @Option(
            names = "--results",
            description = "Add the results to this file and write the page of all that it holds",
            defaultValue = "compare.jsonl")
    private Path results;

    @Option(names = "--page", description = "Write the page there (default docs/measurements/DATE-peers.md)")
    private Path page;

    @Option(names = "--readme", description = "Replace the table in this file, between its marks of performance")
    private Path readme;

    private final Path launcher = Command.launcher();
    private final Path root = launcher.getParent().getParent();
    private final Optional<PeerLibraries.Peer> peer = PeerLibraries.installed("oshcc");
    private Floors floors = Floors.none();

    private Compare() {}

    public static void main(String[] args) {
        Command.run("compare", args, (sh, own) -> {
            var compare = new Compare();
            if (Command.parse(compare, own)) compare.run();
        });
    }

    private void run() throws IOException {
        Command.checkPes(npes);
        Path to =
                page != null ? page : root.resolve("docs/measurements/" + LocalDate.now(ZoneOffset.UTC) + "-peers.md");
        for (Path file : List.of(results, to))
            Files.createDirectories(file.toAbsolutePath().getParent());
        if (rounds > 0) {
            floors = Floors.compile();
            if (peer.isEmpty()) System.err.println("compare: no oshcc on the PATH: jshmem and C alone");
        }
        for (int round = 1; round <= rounds; round++) {
            for (int n : npes) {
                System.err.println("compare: round " + round + " of " + rounds + ", " + n + " PEs");
                Results.append(results, measure(n));
            }
        }
        var all = Files.exists(results) ? Results.read(results) : List.<Result>of();
        if (all.isEmpty()) throw new InvalidArguments(results + " holds no results; give --rounds 1 or more");
        var table = new ComparePage(all, peerVersion());
        Files.writeString(to, table.text());
        System.out.println("# page: " + to);
        if (readme != null) {
            Files.writeString(readme, ComparePage.replaced(Files.readString(readme), table.summary(), readme));
            System.out.println("# table: " + readme);
        }
    }

    /// One round of all sides on `n` PEs.
    private List<Result> measure(int n) throws IOException {
        Where here = Where.now("host", false, n, n, 1, Compare.class);
        var all = new ArrayList<Result>();
        all.addAll(suite(n, "put", "get", "broadcast", "atomics", "calls", "barrier", "--sizes", "" + COPY));
        String counts = String.join(",", ELEMENTS.stream().map(String::valueOf).toList());
        all.addAll(suite(n, "reduce", "--algorithm", "auto", "--sizes", counts));
        if (peer.isPresent()) {
            var sums = ELEMENTS.stream().map(count -> count * Double.BYTES).toList();
            all.addAll(new PeerLibraries(here, "put,get,broadcast,atomics,p,barrier,reduce", List.of(COPY), sums)
                    .measure(peer.get()));
        }
        floors(n, here, all);
        cold(n, here, all);
        return all;
    }

    private List<Result> suite(int n, String... tests) throws IOException {
        List<String> line = own(n, "pgas");
        line.addAll(List.of(tests));
        line.addAll(List.of("--launches", "1", "--no-floors", "--no-progress", "--pairs", "1", "--access", "putget"));
        return Jobs.results(line, Launches.INTO, Map.of(), LIMIT);
    }

    private List<String> own(int n, String... program) {
        var line = new ArrayList<>(List.of(launcher.toString(), "-q", "-np", "" + n));
        line.addAll(List.of(program));
        return line;
    }

    /// The loops in C, each under the name of the operation that it limits.
    private void floors(int n, Where here, List<Result> all) {
        for (Floors.Floor f : floors.fresh(Floors.Kind.OPERATIONS.command(n))) {
            if (f.what().equals("fetch-add")) all.add(f.result(here, "atomics", 8, 0));
            if (f.what().equals("store")) all.add(f.result(here, "p", 8, 0));
        }
        for (Floors.Floor f : floors.fresh(List.of("memcpy", "" + COPY))) {
            all.add(f.result(here, "put", COPY, COPY));
            all.add(f.result(here, "get", COPY, COPY));
        }
        for (Floors.Floor f : floors.fresh(Floors.Kind.BARRIER.command(n))) all.add(f.result(here, "barrier", 0, 0));
    }

    /// The start of a job, and the first calls of the programs in `bench/cold-programs`, which exist in both
    /// languages.
    private void cold(int n, Where here, List<Result> all) throws IOException {
        Jobs.Finished hello = Jobs.run(own(n, "hello"), Map.of(), LIMIT);
        if (hello.status() == 0) all.add(single(here, "start", hello.seconds() * 1e9));
        Where there = here.peer(PeerLibraries.NAME);
        Path nothing = peer.isPresent() ? PeerLibraries.program(peer.get()) : null;
        if (nothing != null) {
            double seconds = peer.get().run(n, nothing, "none", "8", "8").seconds();
            all.add(single(there, "start", seconds * 1e9));
        }
        Path java = root.resolve("bench/cold-programs/Ops.java");
        if (!Files.exists(java)) return;
        Path scratch = Files.createDirectories(ThisJob.scratch());
        Path c = peer.isPresent() ? peer.get().compile(java.resolveSibling("ops.c"), scratch) : null;
        for (String what : List.of("barriers", "sums", "puts")) {
            Jobs.Finished job = Jobs.run(own(n, java.toString(), what), Map.of(), LIMIT);
            printed(job).ifPresent(nanos -> all.add(single(here, "first-" + what, nanos)));
            if (c == null) continue;
            printed(peer.get().run(n, c, what)).ifPresent(nanos -> all.add(single(there, "first-" + what, nanos)));
        }
    }

    /// The time that a program printed: `own MILLISECONDS`.
    private static Optional<Double> printed(Jobs.Finished job) {
        return job.lines().stream()
                .filter(line -> line.startsWith(PROGRAM))
                .map(line -> 1e6 * Double.parseDouble(line.substring(PROGRAM.length())))
                .findFirst();
    }

    private static Result single(Where where, String benchmark, double nanos) {
        boolean peer = where.backend().equals(PeerLibraries.NAME);
        var time = Result.single(where, benchmark, benchmark, "", "ns", nanos).time();
        Result.Role role = peer ? Result.Role.PEER : Result.Role.OWN;
        return Result.of(where, peer ? PeerLibraries.NAME : "jshmem", role, benchmark, benchmark, time)
                .made();
    }

    private String peerVersion() throws IOException {
        if (peer.isEmpty()) return "none";
        var line = List.of(peer.get().launcher().toString(), "--version");
        String first =
                Jobs.run(line, Map.of(), LIMIT).lines().stream().findFirst().orElse("");
        return first.toLowerCase(Locale.ROOT).contains("open") ? first : line.getFirst();
    }
}
