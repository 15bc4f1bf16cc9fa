// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import java.util.List;
import java.util.Map;
import org.jshmem.Access;
import org.jshmem.jdk.Vectors;
import org.jshmem.microbench.runner.OutputOptions;
import org.jshmem.microbench.runner.Sizes;
import org.jshmem.rehearsal.InvalidArguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The command line of STREAM.
@Command(
        name = "stream",
        sortOptions = false,
        description = "McCalpin's STREAM, each PE on its own portion of symmetric arrays, with an all-reduce after each"
                + " block as in the OpenSHMEM version of Namashivayam et al. (2014).",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun -np 2 stream",
            "  bin/oshrun -np 2 stream --kernel all --reduction all --report out"
        })
final class StreamOptions {
    private static final int MOST_PASSES = 200;

    private static final Map<String, List<Boolean>> KERNELS =
            Map.of("scalar", List.of(false), "vector", List.of(true), "all", List.of(false, true));

    private static final Map<String, List<Reduction>> REDUCTIONS = Map.of(
            "default", List.of(Reduction.DEFAULT),
            "flat-ptr", List.of(Reduction.FLAT_PTR),
            "auto", List.of(Reduction.AUTO),
            "all", List.of(Reduction.values()));

    @Option(names = "--elements", paramLabel = "N", description = "Take arrays of this many doubles a PE; 1m, 64k")
    private String elements;

    @Option(names = "--kernel", paramLabel = "K", description = "Run scalar, vector or all (default vector)")
    private String kernel = "vector";

    @Option(
            names = "--reduction",
            paramLabel = "R",
            description = "Reduce by default (flat tree by put and get), flat-ptr (flat tree through ptr), auto or all"
                    + " (default auto)")
    private String reduction = "auto";

    @Option(names = "--block", paramLabel = "N", description = "Reduce after this many doubles; default: all of them")
    private String block;

    @Option(names = "--passes", paramLabel = "N", description = "Time N passes over all four kernels (default 30)")
    int passes = 30;

    @Option(names = "--reference", description = "Measure the C STREAM in turn")
    boolean reference;

    @Mixin
    final OutputOptions output = new OutputOptions();

    /// @param vector whether the loops use the Vector API
    record Variant(boolean vector, Reduction reduction) {}

    enum Reduction {
        DEFAULT("flat", Access.PUTGET),
        FLAT_PTR("flat", Access.PTR),
        AUTO("auto", Access.AUTO);

        final String algorithm;
        final Access access;

        Reduction(String algorithm, Access access) {
            this.algorithm = algorithm;
            this.access = access;
        }
    }

    /// Reads the command line. Returns null for `--help`; the help text is then in `usage`.
    static StreamOptions parse(String[] args, StringBuilder usage) {
        var options = new StreamOptions();
        if (!options.output.read(options, args, usage)) return null;
        options.check();
        return options;
    }

    private void check() {
        if (passes < 1 || passes > MOST_PASSES)
            throw new InvalidArguments(
                    "--passes " + passes + ": give 1 to " + MOST_PASSES + ", since each multiplies by 15");
        if (variants().stream().anyMatch(Variant::vector) && !Vectors.THERE) {
            throw new InvalidArguments(
                    "--kernel vector needs the module jdk.incubator.vector, which this JVM was started without;"
                            + " add -J --add-modules=jdk.incubator.vector or take --kernel scalar");
        }
        size("--block", block);
        size("--elements", elements);
    }

    /// Doubles of each array at one PE, or 0 for the default.
    long elements() {
        return size("--elements", elements);
    }

    /// Doubles between two reductions, or 0 for all of them.
    long block() {
        return size("--block", block);
    }

    /// The loops and reductions to measure, in order.
    List<Variant> variants() {
        List<Reduction> reductions = OutputOptions.one("--reduction", reduction, REDUCTIONS);
        return OutputOptions.one("--kernel", kernel, KERNELS).stream()
                .flatMap(vector -> reductions.stream().map(how -> new Variant(vector, how)))
                .toList();
    }

    private static long size(String option, String text) {
        if (text == null) return 0;
        List<Long> sizes = Sizes.option(option, text);
        if (sizes.size() == 1) return sizes.getFirst();
        throw new InvalidArguments(option + " '" + text + "' names several sizes; give a single size");
    }
}
