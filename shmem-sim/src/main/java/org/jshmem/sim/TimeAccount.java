// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;

/// The account of the PEs' virtual time, by PE and by routine: computing, waiting, sleeping, and the rest, which is
/// moving bytes and calling.
final class TimeAccount {
    private static final double LITTLE = 1; // %

    /// The totals of all PEs for one routine, times in picoseconds.
    private static final class Account {
        private final String routine;
        private long calls;
        private long waiting;
        private long moving;
        private long bytes;

        Account(String routine) {
            this.routine = routine;
        }
    }

    private final SimKernel kernel;
    private final long[] computing;
    private final long[] waiting;
    private final long[] sleeping;
    private final Account[] inside; // the present collective of each PE
    private final int[] depth; // collectives are made of others: the outermost one counts
    private final Account[] alone = new Account[Activity.values().length];
    private final Map<String, Account> routines = new LinkedHashMap<>();

    TimeAccount(SimKernel kernel, int npes) {
        this.kernel = kernel;
        computing = new long[npes];
        waiting = new long[npes];
        sleeping = new long[npes];
        inside = new Account[npes];
        depth = new int[npes];
        for (Activity event : Activity.values()) alone[event.ordinal()] = new Account(event.word());
    }

    /// A PE enters a collective.
    void entered(int pe, String routine) {
        if (depth[pe]++ > 0) return;
        inside[pe] = routines.computeIfAbsent(routine, Account::new);
        inside[pe].calls++;
        inside[pe].moving -= kernel.now(pe); // plus the clock at its end, less waits and computation
    }

    /// A PE leaves a collective.
    void left(int pe) {
        if (depth[pe] == 0 || --depth[pe] > 0) return;
        inside[pe].moving += kernel.now(pe);
        inside[pe] = null;
    }

    /// Whether a PE is in a collective.
    boolean isInside(int pe) {
        return depth[pe] > 0;
    }

    /// The collective that a PE is in, null outside of collectives.
    String routine(int pe) {
        return inside[pe] == null ? null : inside[pe].routine;
    }

    void add(int pe, Activity event, long bytes, long picos) {
        Account in = inside[pe];
        Account account = in == null ? alone[event.ordinal()] : in;
        switch (event) {
            case COMPUTE -> {
                computing[pe] += picos;
            }
            case WAIT -> {
                waiting[pe] += picos;
                account.waiting += picos;
            }
            case SLEEP -> sleeping[pe] += picos;
            default -> {
                account.bytes += bytes;
                if (in == null) account.moving += picos;
            }
        }
        if (in == null) account.calls++;
        else if (event == Activity.COMPUTE || event == Activity.WAIT) in.moving -= picos;
    }

    /// The report: shares of all PEs' time, the PEs that wait least and most, and the routines. A warning follows
    /// where the program declared less than 1 % of the time as computation. The library itself declares the
    /// arithmetic of its reductions.
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
        if (npes > 1 && waiting[busiest] == waiting[idlest]) {
            text.append(line(sim, "waits as long as each other PE", 0));
        } else {
            text.append(line(sim, "waits least", busiest));
            if (npes > 1) text.append(line(sim, "waits most", idlest));
        }
        text.append(table());
        if (share(sums[0], all) < LITTLE && sim.meter == null) {
            text.append(sums[0] == 0 ? "  no computation declared" : "  hardly any computation declared")
                    .append(
                            ": what the program computes between its calls takes no virtual time, so more PEs never look faster;")
                    .append(" declare it by sh.compute(Work), or measure it by --compute auto\n");
        }
        return text.toString();
    }

    /// A row for each collective, and a row for each kind of operation outside of collectives, the library's own among
    /// them. Looks of waits have no row: those after the first one are part of the waiting.
    private String table() {
        List<Account> rows = new ArrayList<>(routines.values());
        for (Activity event : Activity.values()) {
            Account account = alone[event.ordinal()];
            boolean shown = event != Activity.COMPUTE && event != Activity.SLEEP && event != Activity.POLL;
            if (shown && account.calls > 0) rows.add(account);
        }
        rows.sort(Comparator.comparingLong((Account a) -> -a.waiting - a.moving));
        StringBuilder text = new StringBuilder(
                String.format("  %-16s %10s %12s %12s %14s%n", "all PEs", "times", "waiting", "moving", "bytes"));
        for (Account a : rows) {
            text.append(String.format(
                    "  %-16s %10d %12s %12s %14d%n",
                    a.routine, a.calls, Picos.show(a.waiting), Picos.show(a.moving), a.bytes));
        }
        return text.toString();
    }

    private String line(Simulation sim, String which, int pe) {
        return "  PE %d %s: computing %s, waiting %s of %s%n"
                .formatted(pe, which, Picos.show(computing[pe]), Picos.show(waiting[pe]), Picos.show(sim.picos(pe)));
    }

    /// The time that a PE has computed, in picoseconds.
    long computing(int pe) {
        return computing[pe];
    }

    /// The time that a PE has waited for others, in picoseconds.
    long waiting(int pe) {
        return waiting[pe];
    }

    private static double share(double part, double all) {
        return all == 0 ? 0 : 100 * part / all;
    }
}
