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
import java.util.stream.Stream;
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
public final class Compare {
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

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and exit")
    private boolean help;

    private final Path root;
    private final Path launcher;
    private final Optional<PeerLibraries.Peer> peer;
    private final Path scratch;
    private Floors floors = Floors.none();

    private Compare(Path launcher, Path scratch) {
        this.launcher = launcher;
        this.scratch = scratch;
        root = launcher.getParent().getParent();
        peer = PeerLibraries.installed("oshcc");
    }

    /// Measures on PE 0; the other PEs return at once.
    public static void main(String[] args) {
        Command.run("compare", args, (sh, own) -> {
            var compare = new Compare(Command.launcher(), Files.createDirectories(ThisJob.scratch()));
            var line = new CommandLine(compare);
            line.parseArgs(own);
            if (compare.help) line.usage(System.out);
            else compare.run();
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
                List<Result> measured = new ArrayList<>();
                measured.addAll(ours(n));
                measured.addAll(theirs(n));
                measured.addAll(floors(n));
                measured.addAll(cold(n));
                Results.append(results, measured);
            }
        }
        var all = Results.read(results);
        if (all.isEmpty()) throw new InvalidArguments(results + " holds no results; give --rounds 1 or more");
        var table = new ComparePage(all, peerVersion());
        Files.writeString(to, table.text());
        System.out.println("# page: " + to);
        if (readme != null) {
            Files.writeString(readme, ComparePage.replaced(Files.readString(readme), table.summary(), readme));
            System.out.println("# table: " + readme);
        }
    }

    private Where where(int n) {
        return Where.now("host", false, n, n, 1, Compare.class);
    }

    private List<Result> ours(int n) throws IOException {
        var all = new ArrayList<Result>();
        var common = List.of("--launches", "1", "--no-floors", "--no-progress", "--pairs", "1", "--access", "putget");
        all.addAll(suite(n, common, "put", "get", "broadcast", "atomics", "calls", "barrier", "--sizes", "" + COPY));
        all.addAll(suite(n, common, "reduce", "--algorithm", "auto", "--sizes", commas(ELEMENTS)));
        return all;
    }

    private List<Result> suite(int n, List<String> common, String... tests) throws IOException {
        List<String> line = Stream.of(List.of(launcher.toString(), "-q", "-np", "" + n, "pgas"), List.of(tests), common)
                .flatMap(List::stream)
                .toList();
        return Jobs.results(line, Launches.INTO, Map.of(), LIMIT);
    }

    private static String commas(List<Long> values) {
        return String.join(",", values.stream().map(String::valueOf).toList());
    }

    private List<Result> theirs(int n) throws IOException {
        if (peer.isEmpty()) return List.of();
        var sums = ELEMENTS.stream().map(count -> count * Double.BYTES).toList();
        return new PeerLibraries(where(n), "put,get,broadcast,atomics,p,barrier,reduce", List.of(COPY), sums)
                .measure(peer.get());
    }

    /// The loops in C, each under the name of the operation that it limits.
    private List<Result> floors(int n) {
        var all = new ArrayList<Result>();
        Where here = where(n);
        for (Floors.Floor f : floors.fresh(Floors.Kind.OPERATIONS.command(n))) {
            if (f.what().equals("fetch-add")) all.add(f.result(here, "atomics", 8, 0));
            if (f.what().equals("store")) all.add(f.result(here, "p", 8, 0));
        }
        for (Floors.Floor f : floors.fresh(List.of("memcpy", "" + COPY))) {
            all.add(f.result(here, "put", COPY, COPY));
            all.add(f.result(here, "get", COPY, COPY));
        }
        for (Floors.Floor f : floors.fresh(Floors.Kind.BARRIER.command(n))) {
            all.add(f.result(here, "barrier", 0, 0));
        }
        return all;
    }

    /// The start of a job, and the first calls of the programs in `bench/cold-programs`, which exist in both
    /// languages.
    private List<Result> cold(int n) throws IOException {
        var all = new ArrayList<Result>();
        Where here = where(n);
        Jobs.Finished hello = Jobs.run(List.of(launcher.toString(), "-q", "-np", "" + n, "hello"), Map.of(), LIMIT);
        if (hello.status() == 0) all.add(single(here, "jshmem", "start", hello.seconds() * 1e9));
        Path nothing = peer.isPresent() ? PeerLibraries.program(peer.get()) : null;
        if (nothing != null) {
            double seconds = peer.get().run(n, nothing, "none", "8", "8").seconds();
            all.add(single(here.peer(PeerLibraries.NAME), PeerLibraries.NAME, "start", seconds * 1e9));
        }
        Path java = root.resolve("bench/cold-programs/Ops.java");
        if (!Files.exists(java)) return all;
        for (String what : List.of("barriers", "sums", "puts")) {
            Jobs.Finished own =
                    Jobs.run(List.of(launcher.toString(), "-q", "-np", "" + n, java.toString(), what), Map.of(), LIMIT);
            own(own).ifPresent(nanos -> all.add(single(here, "jshmem", "first-" + what, nanos)));
            if (peer.isEmpty()) continue;
            Path c = peer.get().compile(java.resolveSibling("ops.c"), scratch);
            if (c == null) continue;
            own(peer.get().run(n, c, what))
                    .ifPresent(nanos ->
                            all.add(single(here.peer(PeerLibraries.NAME), PeerLibraries.NAME, "first-" + what, nanos)));
        }
        return all;
    }

    /// The time that a program printed: `own MILLISECONDS`.
    private static Optional<Double> own(Jobs.Finished job) {
        return job.lines().stream()
                .filter(line -> line.startsWith(PROGRAM))
                .map(line -> 1e6 * Double.parseDouble(line.substring(PROGRAM.length())))
                .findFirst();
    }

    private static Result single(Where where, String source, String benchmark, double nanos) {
        Result.Role role = source.equals("jshmem") ? Result.Role.OWN : Result.Role.PEER;
        var time = Result.single(where, benchmark, benchmark, "", "ns", nanos).time();
        return Result.of(where, source, role, benchmark, benchmark, time).made();
    }

    private String peerVersion() throws IOException {
        if (peer.isEmpty()) return "none";
        var line = List.of(peer.get().launcher().toString(), "--version");
        String first =
                Jobs.run(line, Map.of(), LIMIT).lines().stream().findFirst().orElse("");
        return first.toLowerCase(Locale.ROOT).contains("open") ? first : line.getFirst();
    }
}
