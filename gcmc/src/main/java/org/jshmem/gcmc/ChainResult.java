// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.Locale;

/// The averages of a simulation, and its time.
public final class ChainResult {
    private final int npes;
    private final long steps;
    private final Fluid fluid;
    private final Averages count;
    private final Averages energy;
    private final double[] acceptance;
    private final double seconds;
    private final double[] shares;
    private final double carried;
    private final double computed;

    ChainResult(
            int npes,
            long steps,
            Fluid fluid,
            Averages count,
            Averages energy,
            double[] acceptance,
            double seconds,
            double[] shares,
            double carried,
            double computed) {
        this.npes = npes;
        this.steps = steps;
        this.fluid = fluid;
        this.count = count;
        this.energy = energy;
        this.acceptance = acceptance;
        this.seconds = seconds;
        this.shares = shares;
        this.carried = carried;
        this.computed = computed;
    }

    /// The mean number of molecules.
    public double molecules() {
        return count.mean();
    }

    /// The standard error of [#molecules].
    public double moleculesError() {
        return count.error();
    }

    /// The variance of the number of molecules.
    public double moleculesVariance() {
        return count.variance();
    }

    /// The mean energy of a configuration.
    public double energy() {
        return energy.mean();
    }

    /// The energy of the last configuration, as the chain updated it in each step.
    public double lastEnergy() {
        return carried;
    }

    /// The seconds of the slowest PE for the counted steps.
    public double seconds() {
        return seconds;
    }

    /// The part of the time for the long-range energy, including its sum over all PEs.
    public double longRangeShare() {
        return share(Phases.Phase.WAVES) + share(Phases.Phase.SUM);
    }

    /// The part of the time for the sums of 552 doubles.
    public double sumShare() {
        return share(Phases.Phase.SUM);
    }

    private double share(Phases.Phase phase) {
        return shares[phase.ordinal()];
    }

    /// Whether one PE alone computes an energy that is equal to the bit.
    public boolean agrees() {
        return carried == computed;
    }

    String complaint() {
        return "gcmc: the energy carried along, %s, is not that of the last configuration, %s"
                .formatted(carried, computed);
    }

    /// The result as text.
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "gcmc, %d steps on %d PEs: %.3f s, %.1f us a step", steps, npes, seconds, seconds * 1e6 / steps);
        line(
                text,
                "  molecules %s, variance %.2f%s",
                count.text(2),
                count.variance(),
                fluid.ideal()
                        ? String.format(
                                Locale.ROOT, "; an ideal gas has %.2f of both", fluid.activity() * fluid.volume())
                        : "");
        line(text, "  energy %s", energy.text(3));
        StringBuilder rates = new StringBuilder();
        for (Chain.Move move : Chain.Move.values()) {
            rates.append(String.format(
                    Locale.ROOT,
                    " %s %.1f %%",
                    move.name().toLowerCase(Locale.ROOT),
                    100 * acceptance[move.ordinal()]));
        }
        line(text, "  accepted%s", rates);
        line(
                text,
                "  time: waves %.0f %%, their sum %.0f %%, pairs %.0f %%, broadcast %.0f %%, rest %.0f %%",
                100 * share(Phases.Phase.WAVES),
                100 * share(Phases.Phase.SUM),
                100 * share(Phases.Phase.SHORT),
                100 * share(Phases.Phase.BROADCAST),
                100 * share(Phases.Phase.OTHER));
        line(
                text,
                "  last energy %s, by one PE alone %s: %s",
                carried,
                computed,
                agrees() ? "the same" : "NOT the same");
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... args) {
        text.append(String.format(Locale.ROOT, format, args)).append('\n');
    }
}
