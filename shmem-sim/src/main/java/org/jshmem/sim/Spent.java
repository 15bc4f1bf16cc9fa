// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Locale;
import org.jshmem.sim.engine.Picos;

/// Where the PEs' virtual time went: computing, waiting, sleeping, and what is left, which is moving bytes and
/// calling.
final class Spent {
    private static final double LITTLE = 1; // %

    private final long[] computing;
    private final long[] waiting;
    private final long[] sleeping;

    Spent(int npes) {
        computing = new long[npes];
        waiting = new long[npes];
        sleeping = new long[npes];
    }

    void add(int pe, Event event, long picos) {
        switch (event) {
            case COMPUTE -> computing[pe] += picos;
            case WAIT -> waiting[pe] += picos;
            case SLEEP -> sleeping[pe] += picos;
            default -> {}
        }
    }

    /// Shares of all PEs' time, then who computes and waits most and least; a warning where
    /// next to nothing was declared; the library declares the arithmetic of its reductions itself.
    String report(Simulation sim) {
        int npes = computing.length;
        double all = 0;
        double[] sums = new double[3];
        int busiest = 0;
        int idlest = 0;
        for (int pe = 0; pe < npes; pe++) {
            all += sim.picos(pe);
            sums[0] += computing[pe];
            sums[1] += waiting[pe];
            sums[2] += sleeping[pe];
            if (waiting[pe] < waiting[busiest]) busiest = pe;
            if (waiting[pe] > waiting[idlest]) idlest = pe;
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "  computing %.1f %%, transfers and calls %.1f %%, waiting %.1f %%, sleeping %.1f %% of the PEs' time%n",
                share(sums[0], all),
                share(all - sums[0] - sums[1] - sums[2], all),
                share(sums[1], all),
                share(sums[2], all)));
        text.append(line(sim, "waits least", busiest));
        if (npes > 1) text.append(line(sim, "waits most", idlest));
        if (share(sums[0], all) < LITTLE) {
            text.append(sums[0] == 0 ? "  no computation declared" : "  hardly any computation declared")
                    .append(": what the program computes between its calls takes no virtual time unless it says so by")
                    .append(" sh.compute(Work); more PEs look slower than they are\n");
        }
        return text.toString();
    }

    private String line(Simulation sim, String which, int pe) {
        return "  PE %d %s: computing %s, waiting %s of %s%n"
                .formatted(pe, which, Picos.show(computing[pe]), Picos.show(waiting[pe]), Picos.show(sim.picos(pe)));
    }

    private static double share(double part, double all) {
        return all == 0 ? 0 : 100 * part / all;
    }
}
