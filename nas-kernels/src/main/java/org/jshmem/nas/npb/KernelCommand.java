// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.Team;
import org.jshmem.jdk.Vectors;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.report.ParsingErrors;
import org.jshmem.report.Results;
import org.jshmem.runtime.settings.UsableMemory;
import org.jshmem.spi.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/// A kernel as a program: the command-line options of all kernels, the checks of their values, and the run.
///
/// A subclass adds the options of its kernel.
public abstract class KernelCommand {
    public enum Format {
        /// The result block of the NAS benchmarks.
        text,
        /// The row that `--record` appends to a file.
        jsonl
    }

    /// The longest rehearsal by default: several times the time that compiling takes with a core for each PE.
    private static final double REHEARSAL_SECONDS = 30;

    /// Bytes that a JVM needs in addition to the data of its PEs.
    private static final long JVM_BYTES = 32L << 20;

    /// Options that have a column of their own in a row of results, or none.
    private static final List<String> UNNAMED = List.of("--class", "--access", "--record", "--format", "--no-progress");

    @Option(
            names = {"--class", "-c"},
            paramLabel = "CLASS",
            description = "problem class: S, W, A, B, C, or D (FT: up to C) (default: ${DEFAULT-VALUE})")
    public String problem = "S";

    @Option(
            names = "--access",
            paramLabel = "MODE",
            description = "how data move: putget; ptr for direct loads and stores, where all memory can be addressed;"
                    + " auto is ptr there, putget elsewhere (default: ${DEFAULT-VALUE})")
    public String access = "auto";

    @Option(
            names = "--reduction",
            paramLabel = "NAME",
            description = "algorithm of the reductions, such as rd or rsag (default: the library's choice)")
    public String reduction;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "timed iterations; without it those of the class, which alone can be verified"
                    + " (IS: 1 to 10, all of them verified)")
    public Integer iterations;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "Run N untimed iterations before the timed ones; more than NPB's give the JVM's compiler its turn"
                            + " outside the time (default: as NPB, 0 for EP, 1 for the others)")
    public Integer warmup;

    @Option(
            names = "--rehearsal",
            paramLabel = "SECONDS",
            description = "before the untimed iterations run a small problem until the JVM has compiled the loops, but"
                    + " no longer than this; 0 for the bare benchmark (default: 30; where PEs outnumber cores the"
                    + " time expected for the timed iterations; 0 for class S and on simulated machines)")
    public Double rehearsal;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or jsonl")
    public Format format = Format.text;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Append the times to this file (JSON lines), as oshrun report reads them")
    public Path record;

    @Option(names = "--no-progress", description = "do not print the progress on stderr")
    public boolean noProgress;

    /// The bytes of free memory of this host; a test sets another number.
    LongSupplier freeMemory = UsableMemory::free;

    private ParseResult parsed;

    @Option(names = "--help", usageHelp = true, description = "print this help and exit")
    public boolean help;

    /// Runs the kernel as one PE of a running job, and returns its result. Collective.
    protected abstract KernelReport run(Shmem sh);

    /// Parses the arguments, runs the kernel as one PE of a running job, and returns its result. Collective.
    public final KernelReport run(Shmem sh, String... args) {
        parse(sh, args);
        return run(sh);
    }

    /// Parses the arguments. Returns false if they ask for help, after PE 0 has printed it.
    final boolean parse(Shmem sh, String[] args) {
        CommandLine line = new CommandLine(this);
        try {
            parsed = line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw refused(ParsingErrors.text(e));
        }
        if (help && sh.myPe() == 0) line.usage(System.out);
        if (warmup != null && warmup < 0) throw refused("--warmup=" + warmup + " is negative");
        if (iterations != null && iterations < 1) {
            throw refused("--iterations=" + iterations + " is less than 1");
        }
        if (rehearsal != null && !(rehearsal >= 0)) { // also for NaN
            throw refused("--rehearsal=" + rehearsal + " is not a number of at least 0");
        }
        if (record != null && sh.myPe() == 0) Results.checkAppend(name() + ": --record ", record); // PE 0 writes it
        return !help;
    }

    /// The options of the run that differ from their defaults and have no column of their own in a row of results: in
    /// one order and one spelling, so that equal runs have equal rows.
    final String settings() {
        return parsed.matchedOptions().stream()
                .filter(option -> !UNNAMED.contains(option.longestName()))
                .filter(option -> !option.getValue().equals(option.initialValue()))
                .map(option -> " " + option.longestName() + " " + option.getValue())
                .sorted()
                .collect(Collectors.joining());
    }

    /// The name of the command, which is that of its class in lower case.
    public final String name() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /// Throws in a JVM without the vector module, which the kernel's loops need.
    public void requireVectors() {
        if (Vectors.THERE) return;
        throw refused("this JVM has no jdk.incubator.vector; start it with --add-modules=jdk.incubator.vector");
    }

    /// Returns the problem class with the name of `--class`.
    public <E extends Enum<E>> E problem(Class<E> classes) {
        for (E each : classes.getEnumConstants()) {
            if (each.name().equalsIgnoreCase(problem)) return each;
        }
        throw refused("--class '" + problem + "' is unknown; use one of "
                + Arrays.stream(classes.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")));
    }

    /// Returns the access mode: direct only if each PE can load and store the memory of all others.
    public Access access(Shmem sh) {
        boolean direct = sh.shared().nPes() == sh.nPes();
        return switch (access.toLowerCase(Locale.ROOT)) {
            case "putget" -> Access.PUTGET;
            case "ptr", "auto" -> direct ? Access.PTR : Access.PUTGET;
            default -> throw refused("--access '" + access + "' is unknown; use one of auto, putget, ptr");
        };
    }

    /// Returns the most seconds of rehearsal: 0 on a simulated machine, on which compiling takes no virtual time.
    double rehearsal(Shmem sh) {
        if (sh.virtualTime()) return 0;
        return rehearsal != null ? rehearsal : problem.equalsIgnoreCase("S") ? 0 : REHEARSAL_SECONDS;
    }

    /// Sets the team's reductions as the options choose them; refuses an algorithm that is unknown.
    void choose(Team team, Access moves) {
        try {
            if (reduction != null) team.algorithm(Collective.REDUCE, reduction);
        } catch (IllegalArgumentException e) {
            throw refused("--reduction, " + e.getMessage().replaceFirst("^PE \\S+ ", ""));
        }
        team.access(Collective.REDUCE, moves);
    }

    /// Prints the progress of the run on stderr, ten times in all, on PE 0.
    void progress(Shmem sh, int done, int of) {
        if (noProgress || sh.myPe() != 0) return;
        if (done * 10L / of != (done - 1) * 10L / of) {
            System.err.println(name() + " class " + problem + ": " + done + " of " + of);
        }
    }

    /// Throws unless the number of PEs is a power of two up to `most`, so that they divide `what`.
    public void checkPowerOfTwo(Shmem sh, Object problemClass, String what, int most) {
        int npes = sh.nPes();
        if (Integer.bitCount(npes) == 1 && npes <= most) return;
        throw refused("npes=%d does not divide the %s of class %s; use %d PEs, or another power of two up to %d"
                .formatted(npes, what, problemClass, Math.min(most, Integer.highestOneBit(npes)), most));
    }

    /// Throws if the host, the symmetric heap, or the Java heap of a JVM lacks the memory of its PEs. Collective.
    ///
    /// @param symmetric bytes of the symmetric heap that a PE needs
    /// @param java bytes of the Java heap that a PE needs
    /// @param outside bytes in neither heap that a PE needs
    public void checkMemory(Shmem sh, Problem of, long symmetric, long java, long outside) {
        String placed = "class %s on npes=%d needs ".formatted(of.name(), sh.nPes());
        int here = sh.virtualTime() ? sh.nPes() : sh.shared().nPes();
        long each = symmetric + java + outside;
        long free = freeMemory.getAsLong();
        if (free / here < each) { // first, since larger heaps would not help
            throw refused(placed
                    + "%d MiB of memory for each of the %d PEs of a host, %d MiB in all, and %d MiB are free; use a smaller --class, or more hosts"
                            .formatted(each >> 20, here, here * each >> 20, free >> 20));
        }
        if (sh.largestFree() < symmetric) {
            throw refused(placed
                    + "a symmetric heap of %1$d MiB, largest free block=%2$d bytes; give oshrun --heap %1$dm"
                            .formatted((symmetric >> 20) + 1, sh.largestFree()));
        }
        int sharing = Math.ceilDiv(sh.nPes(), JvmsAndHosts.of(sh).jvms());
        long needed = sharing * java + JVM_BYTES >> 20;
        long given = Runtime.getRuntime().maxMemory() >> 20;
        if (given >= needed) return;
        throw refused(placed
                + "%d MiB of Java heap for the %d PEs of a JVM, which has %d MiB; give oshrun -J -Xmx%dm"
                        .formatted(needed, sharing, given, needed + 1));
    }

    /// Returns the exception for a wrong argument, which every PE throws.
    public InvalidArguments refused(String why) {
        return new InvalidArguments(name() + ": " + why + BuiltIn.seeHelp(name()));
    }
}
