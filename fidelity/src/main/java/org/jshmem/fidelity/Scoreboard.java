// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.fidelity.Board.ClaimValue;
import org.jshmem.sim.cost.Machine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The command `scoreboard`: compares the claims of the papers with the simulated machines, failures included.
@Command(
        name = "scoreboard",
        description = "Simulates the claims of the papers and prints which ones the simulated machines meet.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class Scoreboard implements Callable<Integer> {
    @Option(names = "--paper", paramLabel = "LETTER", description = "Simulate one paper only, such as R; repeatable")
    private List<String> letters = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "ID",
            defaultValue = "",
            description = "Simulate claims, or figures, whose ids begin with ID")
    private String only;

    @Option(
            names = "--set",
            paramLabel = "SYMBOL=VALUE",
            description = "Change a parameter of each machine; repeatable")
    private List<String> values = new ArrayList<>();

    @Option(names = "--without", paramLabel = "MECHANISM", description = "Switch a mechanism off; repeatable")
    private List<String> without = new ArrayList<>();

    @Option(
            names = "--ablations",
            description =
                    "Simulate each claim after its ablation too, and count mechanisms whose ablation breaks a claim")
    private boolean ablations;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the claims and their values, or the points of figures, to this file")
    private Path csv;

    @Option(
            names = "--figures",
            paramLabel = "DIR",
            description = "Draw the papers' figures in this folder; print no claims")
    private Path figures;

    private Scoreboard() {}

    /// Takes the options that `--help` lists.
    public static void main(String[] args) {
        int status = run(args);
        if (status != 0) System.exit(status);
    }

    /// Runs [#main] and returns the exit status.
    static int run(String... args) {
        return FidelityPrograms.run("scoreboard", new CommandLine(new Scoreboard()), args);
    }

    /// Returns all papers on the class path with their claims, in the order of their letters.
    static Map<PaperClaims, Paper> papers() {
        Map<PaperClaims, Paper> papers = new TreeMap<>(Comparator.comparing(PaperClaims::key));
        ServiceLoader.load(Paper.class).forEach(paper -> papers.put(PaperClaims.read(paper.name()), paper));
        return papers;
    }

    @Override
    public Integer call() throws IOException {
        List<String> known = papers().keySet().stream().map(PaperClaims::key).toList();
        for (String letter : letters) {
            if (!known.contains(letter)) {
                throw new IllegalArgumentException(
                        "--paper '" + letter + "' is unknown; use one of " + String.join(", ", known));
            }
        }
        if (figures != null) return draw();
        long start = System.nanoTime();
        Map<PaperClaims, List<ClaimValue>> outcomes = outcomes();
        if (outcomes.isEmpty()) {
            throw new IllegalArgumentException("no claim's id begins with '" + only + "'; see --only");
        }
        System.out.print(BoardPage.text(outcomes, ablations));
        System.out.printf("%d s on %d cores%n", (System.nanoTime() - start) / 1_000_000_000, Board.cores());
        if (csv != null) Files.writeString(csv, BoardPage.csv(outcomes));
        return 0;
    }

    private Integer draw() throws IOException {
        Gallery gallery = new Gallery(figures);
        boolean drawn = false;
        for (var each : papers().entrySet()) {
            PaperClaims list = each.getKey();
            if (!selected(list) || list.machine() == null) continue;
            Machine machine = changed(list.simulated());
            Map<Object, Object> made = new ConcurrentHashMap<>();
            for (FigurePlan plan : each.getValue().figures()) {
                if (!plan.id().startsWith(only)) continue;
                System.out.println(gallery.add(
                        plan,
                        Experiment.sharing(made).call(() -> plan.simulation().apply(machine))));
                drawn = true;
            }
        }
        if (!drawn) throw new IllegalArgumentException("no figure's id begins with '" + only + "'; see --only");
        System.out.println(gallery.write());
        if (csv != null) gallery.write(csv);
        return 0;
    }

    private Map<PaperClaims, List<ClaimValue>> outcomes() {
        Board board = new Board(this::changed, ablations);
        Map<PaperClaims, List<ClaimValue>> outcomes = new LinkedHashMap<>();
        papers().forEach((list, paper) -> {
            if (!selected(list)) return;
            if (list.claims().stream().noneMatch(claim -> claim.id().startsWith(only))) return;
            boolean runs = list.machine() != null || letters.contains(list.key()) || only.startsWith(list.key());
            outcomes.put(list, board.outcomes(paper, list, only, runs)); // the reader's machine runs if it is meant
        });
        return outcomes;
    }

    private boolean selected(PaperClaims paper) {
        return letters.isEmpty() || letters.contains(paper.key());
    }

    /// Returns the outcomes of a paper, by its letter, on the unchanged machine.
    static Map<PaperClaims, List<ClaimValue>> outcomes(String letter) {
        Scoreboard board = new Scoreboard();
        board.letters = List.of(letter);
        board.only = "";
        return board.outcomes();
    }

    private Machine changed(Machine machine) {
        Machine changed = machine;
        for (String value : values) changed = changed.with(value);
        for (String mechanism : without) changed = changed.without(mechanism);
        return changed;
    }
}
