// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.Locale;

/// The averages of a simulation, and its time.
///
/// @param count of molecules
/// @param lastEnergy that of the last configuration
/// @param seconds of the slowest PE for the counted steps
/// @param longRangeShare the part of the time for the long-range energy, including its sum over all PEs
public record ChainResult(
        int npes,
        long steps,
        Fluid fluid,
        Averages count,
        Averages energy,
        double lastEnergy,
        double seconds,
        double longRangeShare) {

    /// The result as text.
    public String text() {
        String ideal = fluid.ideal() ? text("; an ideal gas has %.2f of both", fluid.activity() * fluid.volume()) : "";
        return text("gcmc, %d steps on %d PEs: %.3f s, %.1f us a step%n", steps, npes, seconds, seconds * 1e6 / steps)
                + text("  molecules %s, variance %.2f%s%n", count.text(2), count.variance(), ideal)
                + text("  energy %s%n", energy.text(3))
                + text("  long-range energy %.0f %% of the time%n", 100 * longRangeShare)
                + text("  last energy %s%n", lastEnergy);
    }

    private static String text(String format, Object... args) {
        return String.format(Locale.ROOT, format, args);
    }
}
