// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// The floors, measured by a small C program that is compiled at its first use. Without gcc there are no floors, and
/// all other rows are measured.
public final class Floors {
    /// The figures of the C program other than copies.
    public enum Kind {
        /// Single operations on a line of their own: store, load, fetch-add, add, swap, compare-swap.
        OPERATIONS,
        /// A flag between two spinning processes, one way.
        PING_PONG,
        /// A barrier of as many processes as the job has PEs: spinning if each has a core, else yielding.
        BARRIER;

        /// The arguments of the C program.
        public List<String> command(int npes) {
            boolean alone = npes <= Runtime.getRuntime().availableProcessors();
            return switch (this) {
                case OPERATIONS -> List.of("op");
                case PING_PONG -> List.of("pingpong");
                case BARRIER -> List.of("barrier", Integer.toString(npes), alone ? "spin" : "yield");
            };
        }
    }

    /// One line of output of the C program.
    ///
    /// @param bytes bytes of one operation
    public record Floor(String what, long bytes, Result.Time time) {

        /// The line as a result of a test, for operations of `of` bytes that move `moved` bytes.
        public Result result(Where where, String benchmark, long of, long moved) {
            return Result.of(where, "C", Result.Role.FLOOR, benchmark, what, time)
                    .size(0, of)
                    .rate(moved * 1e3 / time.median())
                    .made();
        }
    }

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Path program;
    private final Map<List<String>, List<Floor>> known = new HashMap<>();

    private Floors(Path program) {
        this.program = program;
    }

    /// No floors: for PEs other than 0, for simulated machines, and with `--no-floors`.
    public static Floors none() {
        return new Floors(null);
    }

    /// Compiles the program unless this source has been compiled before.
    public static Floors compile() {
        try (InputStream in = Floors.class.getResourceAsStream("/org/jshmem/microbench/floors.c")) {
            byte[] source = in.readAllBytes();
            Path directory = ThisJob.scratch();
            Path built = directory.resolve("floors-" + Integer.toHexString(Arrays.hashCode(source)));
            if (Files.isExecutable(built)) return new Floors(built);
            Files.createDirectories(directory);
            Path c = directory.resolve("floors.c");
            Files.write(c, source);
            Path fresh = Files.createTempFile(directory, "floors", ".new");
            List<String> gcc =
                    List.of("gcc", "-w", "-O3", "-march=native", "-o", fresh.toString(), c.toString(), "-lm");
            if (Jobs.run(gcc, Map.of(), LIMIT).status() != 0) return none();
            Files.move(fresh, built, StandardCopyOption.ATOMIC_MOVE); // two jobs may compile at once
            return new Floors(built);
        } catch (IOException e) {
            return none(); // no gcc, or no folder for the program
        }
    }

    public boolean available() {
        return program != null;
    }

    List<Floor> memcpy(List<Long> sizes) {
        var command = new ArrayList<String>(List.of("memcpy"));
        sizes.forEach(bytes -> command.add(Long.toString(bytes)));
        return run(command);
    }

    List<Floor> of(Kind kind, int npes) {
        return run(kind.command(npes));
    }

    public List<Floor> stream(int npes, long doubles, int passes) {
        return fresh(List.of("stream", Integer.toString(npes), Long.toString(doubles), Integer.toString(passes)));
    }

    private List<Floor> run(List<String> command) {
        return program == null ? List.of() : known.computeIfAbsent(command, this::fresh);
    }

    /// Runs the C program now, without the results of earlier runs.
    public List<Floor> fresh(List<String> command) {
        if (program == null) return List.of();
        var line = new ArrayList<String>(List.of(program.toString()));
        line.addAll(command);
        try {
            Jobs.Finished c = Jobs.run(line, Map.of(), LIMIT);
            if (c.status() != 0) return List.of();
            return c.lines().stream().map(Floors::parse).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Floor parse(String text) {
        String[] f = text.split(" ");
        double[] nanos =
                Arrays.stream(f).skip(3).mapToDouble(Double::parseDouble).toArray();
        var time = Result.Time.summary(Long.parseLong(f[2]), nanos[0], nanos[1], nanos[2], nanos[3], nanos[4]);
        return new Floor(f[0], Long.parseLong(f[1]), time);
    }
}
