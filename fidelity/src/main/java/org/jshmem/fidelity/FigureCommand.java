// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `figure`: simulates a figure of a paper, and compares it with points that a reader has digitised.
@Command(
        name = "figure",
        customSynopsis = {"oshrun figure ID [--out DIR] [--points FILE]", "       oshrun figure --list"},
        description = "Simulates a figure of a paper and writes a picture and its points.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class FigureCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "ID",
            description = "the paper's letter and the figure's number, such as N-7; P-4 is P-4a and P-4b")
    private String id;

    @Option(names = "--list", description = "Print all figures")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Write ID.svg and ID.csv to this folder (default: the current one)")
    private Path out;

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description =
                    "Draw the points of this file, and print their factors to the simulated lines. The file is CSV"
                            + " with the columns series, x and y; a series has the name of a simulated line in ID.csv")
    private Path points;

    private FigureCommand() {}

    /// Takes the arguments that `--help` lists.
    public static void main(String[] args) {
        int status = run(args);
        if (status != 0) System.exit(status);
    }

    /// Runs [#main] and returns the exit status.
    static int run(String... args) {
        return FidelityPrograms.run("figure", new CommandLine(new FigureCommand()), args);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            for (Paper paper : Scoreboard.papers().values()) {
                for (FigurePlan plan : paper.figures()) System.out.printf("%-6s %s%n", plan.id(), plan.title());
            }
            return 0;
        }
        if (id == null) throw new IllegalArgumentException("needs the name of a figure, such as N-7" + SEE_LIST);
        DigitisedPoints digitised = points == null ? null : DigitisedPoints.read(points);
        boolean known = false;
        for (Map.Entry<PaperClaims, Paper> each : Scoreboard.papers().entrySet()) {
            List<FigurePlan> meant = FigurePlan.meant(each.getValue().figures(), id);
            known |= !meant.isEmpty();
            if (digitised != null && meant.size() > 1) {
                throw new IllegalArgumentException("--points belong to one figure, and " + id + " is "
                        + String.join(", ", meant.stream().map(FigurePlan::id).toList()));
            }
            for (FigurePlan plan : meant) draw(each.getKey(), plan, digitised);
        }
        if (!known) throw new IllegalArgumentException("'" + id + "' is not a simulated figure" + SEE_LIST);
        return 0;
    }

    private static final String SEE_LIST = "; 'oshrun figure --list' lists all figures";

    private void draw(PaperClaims paper, FigurePlan plan, DigitisedPoints digitised) throws IOException {
        long start = System.nanoTime();
        Figure figure = plan.simulation().apply(paper.simulated());
        double seconds = (System.nanoTime() - start) / 1e9;
        Gallery gallery = new Gallery(out);
        System.out.println(plan.title());
        System.out.println(plan.note());
        if (digitised != null) figure = figure.with(digitised.of(figure));
        System.out.printf("%s and %s, simulated in %.1f s%n", gallery.add(plan, figure), gallery.points(plan), seconds);
        figure.commands().forEach(command -> System.out.println("  " + command));
        if (digitised != null) System.out.print(digitised.compared(figure));
    }
}
