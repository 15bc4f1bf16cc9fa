// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.List;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.ParsingErrors;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;
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
        showDefaultValues = true,
        usageHelpAutoWidth = true)
public final class Gcmc implements BuiltIns {
    /// Their places fill 64 MiB of one PE.
    private static final int MOST_MOLECULES = 1 << 20;

    @Option(names = "--steps", paramLabel = "N", description = "counted steps")
    private long steps = 2000;

    @Option(names = "--warmup", paramLabel = "N", description = "steps before them")
    private long warmup = 200;

    @Option(names = "--start", paramLabel = "N", description = "molecules at the start, on a lattice")
    private int start = 240;

    @Option(names = "--side", paramLabel = "L", description = "side of the cube")
    private double side = 12;

    @Option(names = "--temperature", paramLabel = "T", description = "of the fluid")
    private double temperature = 3;

    @Option(names = "--activity", paramLabel = "Z", description = "exp(mu / T) / Lambda^3")
    private double activity = 0.12;

    @Option(names = "--charge", paramLabel = "Q", description = "of an atom")
    private double charge = 2;

    @Option(names = "--bond", paramLabel = "D", description = "length of a molecule")
    private double bond = 0.6;

    @Option(names = "--ideal", description = "nothing interacts: an ideal gas")
    private boolean ideal;

    @Option(names = "--seed", paramLabel = "S", description = "of the random numbers")
    private long seed = 1;

    @Option(names = "--capacity", paramLabel = "N", description = "most molecules")
    private int capacity = 1536;

    @Option(
            names = "--algorithm",
            paramLabel = "N",
            description = "Kohler's: 1 computes the long-range energy before each step too")
    private int algorithm = 2;

    @Option(names = "--help", usageHelp = true, description = "print this help and exit")
    private boolean help;

    /// For the service loader, by which the launcher finds the program.
    public Gcmc() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(BuiltIn.of("gcmc", Gcmc.class, "grand canonical Monte Carlo of charged molecules"));
    }

    /// Runs the simulation as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            try {
                ChainResult result = run(sh, a);
                if (result != null && sh.myPe() == 0) System.out.print(result.text());
            } catch (InvalidArguments refused) {
                refused.end(sh);
            }
        });
    }

    /// Runs the simulation as one PE of a running job; returns null if the arguments ask for help. Collective.
    public static ChainResult run(Shmem sh, String... args) {
        Gcmc options = new Gcmc();
        CommandLine line = new CommandLine(options);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw refused(ParsingErrors.text(e));
        }
        if (options.help && sh.myPe() == 0) line.usage(System.out);
        if (options.help) return null;
        options.check();
        return options.run(sh);
    }

    private void check() {
        if (steps < 1) throw refused("--steps=" + steps + " is below 1");
        if (warmup < 0) throw refused("--warmup=" + warmup + " is negative");
        if (algorithm < 1 || algorithm > 2) throw refused("--algorithm=" + algorithm + " is not 1 or 2");
        positive("--side", side);
        positive("--temperature", temperature);
        positive("--activity", activity);
        positive("--bond", bond);
        if (!(charge >= 0 && charge < Double.POSITIVE_INFINITY)) {
            throw refused("--charge=" + charge + " is not finite or is negative: it is that of the positive atom");
        }
        if (start < 0 || start > capacity) {
            throw refused("--start=%d is not between 0 and --capacity=%d".formatted(start, capacity));
        }
        if (capacity < 1 || charge * Fluid.ATOMS * capacity > FixedPoint.MOST_AMPLITUDE) {
            throw refused(
                    "--capacity=%d with --charge=%s: at least 1, and charge times atoms at most %.0f, up to which sums are exact"
                            .formatted(capacity, charge, FixedPoint.MOST_AMPLITUDE));
        }
        if (capacity > MOST_MOLECULES) {
            throw refused("--capacity=%d is more than %d".formatted(capacity, MOST_MOLECULES));
        }
    }

    private static void positive(String name, double value) {
        if (value > 0 && value < Double.POSITIVE_INFINITY) return;
        throw refused(name + "=" + value + " is not positive and finite");
    }

    private static InvalidArguments refused(String why) {
        return new InvalidArguments("gcmc: " + why + BuiltIn.seeHelp("gcmc"));
    }

    private ChainResult run(Shmem sh) {
        Fluid fluid = new Fluid(side, 1 / temperature, activity, ideal ? 0 : charge, bond, ideal);
        Chain chain = new Chain(sh, fluid, seed, side / 20, capacity, algorithm == 1);
        chain.start(start);
        for (long step = 0; step < warmup; step++) chain.step(step);
        sh.barrierAll();
        long begin = sh.nanoTime();
        chain.longNanos = 0;
        Averages count = new Averages(steps);
        Averages energy = new Averages(steps);
        for (long step = 0; step < steps; step++) {
            chain.step(warmup + step);
            count.add(chain.molecules.count());
            energy.add(chain.energy());
        }
        sh.barrierAll();
        double nanos = sh.world().reduce(Op.MAX, sh.nanoTime() - begin);
        double longNanos = sh.world().reduce(Op.SUM, (double) chain.longNanos) / sh.nPes();
        chain.free();
        double last = chain.energy();
        return new ChainResult(sh.nPes(), steps, fluid, count, energy, last, nanos / 1e9, longNanos / nanos);
    }
}
