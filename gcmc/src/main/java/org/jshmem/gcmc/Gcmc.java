// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.List;
import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.report.ParsingErrors;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// A grand canonical Monte Carlo simulation of charged molecules at given volume, temperature and chemical potential.
///
/// Steps insert, remove, move and turn molecules; Ewald's sum computes the long-range energy.
///
/// ```
/// bin/oshrun -np 4 gcmc --steps 20000
/// ```
@Command(
        name = "gcmc",
        description = "Grand canonical Monte Carlo of charged molecules; every step ends in a sum of 552 doubles.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Gcmc {
    /// Their places fill 64 MiB of one PE.
    private static final int MOST_MOLECULES = 1 << 20;

    @Option(names = "--steps", paramLabel = "N", description = "counted steps (default: ${DEFAULT-VALUE})")
    private long steps = 2000;

    @Option(names = "--warmup", paramLabel = "N", description = "steps before them (default: ${DEFAULT-VALUE})")
    private long warmup = 200;

    @Option(
            names = "--start",
            paramLabel = "N",
            description = "molecules at the start, on a lattice (default: ${DEFAULT-VALUE})")
    private int start = 240;

    @Option(names = "--side", paramLabel = "L", description = "side of the cube (default: ${DEFAULT-VALUE})")
    private double side = 12;

    @Option(names = "--temperature", paramLabel = "T", description = "default: ${DEFAULT-VALUE}")
    private double temperature = 3;

    @Option(names = "--activity", paramLabel = "Z", description = "exp(mu / T) / Lambda^3 (default: ${DEFAULT-VALUE})")
    private double activity = 0.12;

    @Option(names = "--charge", paramLabel = "Q", description = "of an atom (default: ${DEFAULT-VALUE})")
    private double charge = 2;

    @Option(names = "--bond", paramLabel = "D", description = "length of a molecule (default: ${DEFAULT-VALUE})")
    private double bond = 0.6;

    @Option(names = "--ideal", description = "nothing interacts: an ideal gas")
    private boolean ideal;

    @Option(names = "--seed", paramLabel = "S", description = "of the random numbers (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--capacity", paramLabel = "N", description = "most molecules (default: ${DEFAULT-VALUE})")
    private int capacity = 1536;

    @Option(names = "--reduction", paramLabel = "NAME", description = "algorithm of the sums")
    private String reduction;

    @Option(names = "--broadcast", paramLabel = "NAME", description = "algorithm of the broadcast")
    private String broadcast;

    @Option(
            names = "--twice",
            description = "compute the long-range energy before each step too, as Kohler's algorithm 1 does")
    private boolean twice;

    @Option(
            names = "--ladder",
            paramLabel = "NAME",
            arity = "0..*",
            split = ",",
            description =
                    "run once with each of these sums, by default each step of Kohler's ladder, and print the gains")
    private List<String> ladder;

    @Option(names = "--help", usageHelp = true, description = "print this help and exit")
    private boolean help;

    private Gcmc() {}

    /// Runs the simulation as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Gcmc options = new Gcmc();
            if (!options.parse(sh, a)) return;
            if (options.ladder != null) {
                String table = options.climb(sh);
                if (sh.myPe() == 0) System.out.print(table);
                return;
            }
            ChainResult result = options.run(sh);
            if (sh.myPe() == 0) System.out.print(result.text());
            if (!result.agrees()) throw new IllegalStateException(result.complaint());
        });
    }

    /// Runs the simulation as one PE of a running job. Collective.
    public static ChainResult run(Shmem sh, String... args) {
        Gcmc options = new Gcmc();
        options.parse(sh, args);
        return options.run(sh);
    }

    /// Returns the table of `--ladder`, as one PE of a running job. Collective.
    static String climb(Shmem sh, String... args) {
        Gcmc options = new Gcmc();
        options.parse(sh, args);
        return options.climb(sh);
    }

    private boolean parse(Shmem sh, String[] args) {
        CommandLine line = new CommandLine(this);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw refused(sh, ParsingErrors.text(e));
        }
        if (help && sh.myPe() == 0) line.usage(System.out);
        if (steps < 1) throw refused(sh, "--steps=" + steps + " is below 1");
        if (warmup < 0) throw refused(sh, "--warmup=" + warmup + " is negative");
        if (ladder != null && reduction != null) {
            throw refused(sh, "--ladder takes one reduction after the other; remove --reduction=" + reduction);
        }
        positive(sh, "--side", side);
        positive(sh, "--temperature", temperature);
        positive(sh, "--activity", activity);
        positive(sh, "--bond", bond);
        if (!(charge >= 0 && charge < Double.POSITIVE_INFINITY)) {
            throw refused(sh, "--charge=" + charge + " is not finite or is negative: it is that of the positive atom");
        }
        if (start < 0 || start > capacity) {
            throw refused(sh, "--start=%d is not between 0 and --capacity=%d".formatted(start, capacity));
        }
        if (capacity < 1 || charge * Fluid.ATOMS * capacity > Exact.MOST_AMPLITUDE) {
            throw refused(
                    sh,
                    "--capacity=%d with --charge=%s: at least 1, and charge times atoms at most %.0f, up to which sums are exact"
                            .formatted(capacity, charge, Exact.MOST_AMPLITUDE));
        }
        if (capacity > MOST_MOLECULES) {
            throw refused(sh, "--capacity=%d is more than %d".formatted(capacity, MOST_MOLECULES));
        }
        if (reduction != null) choose(sh, "gcmc", "--reduction", Collective.REDUCE, List.of(reduction));
        if (broadcast != null) choose(sh, "gcmc", "--broadcast", Collective.BROADCAST, List.of(broadcast));
        if (ladder != null) choose(sh, "gcmc", "--ladder", Collective.REDUCE, ladder);
        return !help;
    }

    /// Chooses each algorithm for the world team in turn, so that an unknown name is refused before the run.
    static void choose(Shmem sh, String program, String option, Collective collective, List<String> names) {
        try {
            for (String name : names) sh.world().algorithm(collective, name);
        } catch (IllegalArgumentException e) {
            throw refused(sh, program, option + ", " + e.getMessage().replaceFirst("^PE \\S+ ", ""));
        }
    }

    private void positive(Shmem sh, String name, double value) {
        if (value > 0 && value < Double.POSITIVE_INFINITY) return;
        throw refused(sh, name + "=" + value + " is not positive and finite");
    }

    private static Error refused(Shmem sh, String why) {
        return refused(sh, "gcmc", why);
    }

    /// Ends the job for a wrong argument. PE 0 prints the message once; the other PEs wait in a barrier until
    /// PE 0 ends them.
    static Error refused(Shmem sh, String program, String why) {
        if (sh.myPe() != 0) sh.barrierAll();
        System.err.println(program + ": " + why + BuiltIn.seeHelp(program));
        System.err.flush();
        return sh.globalExit(BuiltIn.REFUSED);
    }

    /// Runs the whole simulation with each step of the ladder. All runs have equal chains, since sums are
    /// exact.
    private String climb(Shmem sh) {
        StringBuilder table = new StringBuilder("algorithm,seconds,faster than the one before,than the first,"
                + "long-range energy in %%,sum in %%%n".formatted());
        ChainResult first = null;
        ChainResult before = null;
        List<String> steps = ladder == null || ladder.isEmpty() ? Ladder.STEPS : ladder;
        for (String step : steps) {
            reduction = step;
            ChainResult result = run(sh);
            if (!result.agrees()) throw new IllegalStateException(result.complaint());
            if (first == null) first = result;
            if (before == null) before = result;
            if (result.lastEnergy() != first.lastEnergy()) {
                throw new IllegalStateException("gcmc: sums by %s end at energy %s, by %s at %s"
                        .formatted(step, result.lastEnergy(), steps.getFirst(), first.lastEnergy()));
            }
            table.append(String.format(
                    Locale.ROOT,
                    "%s,%.6f,%.3f,%.3f,%.1f,%.1f%n",
                    step,
                    result.seconds(),
                    before.seconds() / result.seconds(),
                    first.seconds() / result.seconds(),
                    100 * result.longRangeShare(),
                    100 * result.sumShare()));
            before = result;
        }
        return table.toString();
    }

    private ChainResult run(Shmem sh) {
        if (reduction != null) sh.world().algorithm(Collective.REDUCE, reduction);
        if (broadcast != null) sh.world().algorithm(Collective.BROADCAST, broadcast);
        Fluid fluid = new Fluid(side, 1 / temperature, activity, ideal ? 0 : charge, bond, ideal);
        Chain chain = new Chain(sh, fluid, seed, side / 20, capacity, twice);
        chain.start(start);
        var progress = new Progress(sh, "gcmc");
        for (long step = 0; step < warmup; step++) {
            chain.step(step);
            progress.at("step", step + 1, warmup + steps);
        }
        sh.barrierAll();
        chain.phases().restart();
        Averages count = new Averages(steps);
        Averages energy = new Averages(steps);
        for (long step = 0; step < steps; step++) {
            chain.step(warmup + step);
            count.add(chain.count());
            energy.add(chain.energy());
            progress.at("step", warmup + step + 1, warmup + steps);
        }
        sh.barrierAll();
        chain.phases().enter(Phases.Phase.OTHER);
        double seconds = sh.world().reduce(Op.MAX, chain.phases().seconds());
        double[] shares = new double[Phases.Phase.values().length];
        for (Phases.Phase phase : Phases.Phase.values()) {
            double mean = sh.world().reduce(Op.SUM, chain.phases().seconds(phase)) / sh.nPes();
            shares[phase.ordinal()] = mean / seconds;
        }
        Configuration whole = chain.gather();
        double alone =
                sh.world().reduce(Op.SUM, sh.myPe() == 0 ? whole.energy() : 0); // the energy that PE 0 alone computes
        chain.free();
        double[] acceptance = new double[Chain.Move.values().length];
        for (Chain.Move move : Chain.Move.values()) {
            acceptance[move.ordinal()] = (double) chain.accepted(move) / Math.max(1, chain.tried(move));
        }
        return new ChainResult(
                sh.nPes(), steps, fluid, count, energy, acceptance, seconds, shares, chain.energy(), alone);
    }
}
