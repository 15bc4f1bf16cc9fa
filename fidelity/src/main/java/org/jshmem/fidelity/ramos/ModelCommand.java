// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The command `oshrun model MACHINE -np N`: the trees and the barrier that Ramos & Hoefler's formulas choose, and
/// their best and worst case.
public final class ModelCommand implements BuiltIns {
    /// For the service loader.
    public ModelCommand() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("model", ModelCommand.class, "prints the trees that Ramos and Hoefler's formulas choose")
                        .usage("MACHINE -np N"));
    }

    /// Takes the arguments `MACHINE -np N`.
    public static void main(String[] args) {
        int status = run(args, System.out, System.err);
        if (status != 0) System.exit(status);
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        try {
            if (args.length != 3 || !args[1].equals("-np") || !args[2].matches("[1-9][0-9]{0,4}")) {
                String given = args.length == 0 ? "no arguments" : String.join(" ", args);
                throw new IllegalArgumentException(
                        "model: got " + given + "; use a machine and the number of PEs, such as knc -np 60");
            }
            Machine machine = MachineFiles.named(args[0]);
            int npes = Integer.parseInt(args[2]);
            if (npes < 2) throw new IllegalArgumentException("model: 1 PE has no partner; use 2 or more");
            if (!machine.knows("R_R")) {
                throw new IllegalArgumentException(
                        "model: the formulas need coherent caches, which " + args[0] + " does not have; use knc");
            }
            print(machine, npes, out);
            return 0;
        } catch (IllegalArgumentException e) {
            err.println("oshrun: " + e.getMessage());
            return BuiltIn.REFUSED;
        }
    }

    private static void print(Machine machine, int npes, PrintStream out) {
        MinMaxModel model = MinMaxModel.of(machine::value);
        Optimum optimum = new Optimum(model);
        int[] down = optimum.broadcastTree(npes);
        int[] up = optimum.reductionTree(npes);
        int partners = optimum.barrierPartners(npes);
        out.printf("%s, %d PEs, by the formulas of Ramos and Hoefler (2013), in microseconds%n", machine.name(), npes);
        out.printf("%-22s %-28s %8s %8s %8s%n", "collective", "chosen", "min", "max", "mean");
        line(out, "small broadcast", "children a level " + words(down), model.smallBroadcast(down));
        line(out, "reduction", "children a level " + words(up), model.reduction(up));
        String rounds = partners + " partners, " + MinMaxModel.rounds(npes, partners) + " rounds";
        line(out, "barrier", rounds, model.barrier(npes, partners));
        line(out, "flat broadcast of 8 kB", "all from the root", model.flatBroadcast(npes, 128));
        line(out, "pipelined, 8 kB", (npes - 1) + " slices", model.pipelinedBroadcast(npes, 128));
    }

    private static String words(int[] widths) {
        return Arrays.stream(widths).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    private static void line(PrintStream out, String what, String chosen, MinMaxModel.Band band) {
        double min = band.min() / 1000;
        double max = band.max() / 1000;
        out.printf(Locale.ROOT, "%-22s %-28s %8.2f %8.2f %8.2f%n", what, chosen, min, max, (min + max) / 2);
    }
}
