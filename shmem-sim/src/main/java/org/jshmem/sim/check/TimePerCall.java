// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;

/// The account of the PEs' virtual time, by PE and by routine: computing, waiting, sleeping, and the rest, which is
/// moving bytes and calling.
public final class TimePerCall {
    private static final double LITTLE = 1; // %

    /// The totals of all PEs for one routine, times in picoseconds.
    private static final class Account {
        private final String routine;
        private long calls;
        private long all;
        private long waiting;
        private long computing;
        private long bytes;

        Account(String routine) {
            this.routine = routine;
        }

        private long moving() {
            return all - waiting - computing;
        }
    }

    private final IntToLongFunction clock;
    private final int npes;
    private final long[][] spent; // by kind of operation and PE
    private final Account[] inside; // the present collective of each PE
    private final int[] depth; // collectives are made of others: the outermost one counts
    private final Account[] alone = new Account[AccessKind.values().length];
    private final Map<String, Account> routines = new LinkedHashMap<>();

    /// An account of the PEs of a job, whose clocks are `clock`.
    public TimePerCall(int npes, IntToLongFunction clock) {
        this.clock = clock;
        this.npes = npes;
        spent = new long[AccessKind.values().length][npes];
        inside = new Account[npes];
        depth = new int[npes];
        for (AccessKind event : AccessKind.values()) alone[event.ordinal()] = new Account(event.word());
    }

    /// A PE enters a collective.
    public void entered(int pe, String routine) {
        if (depth[pe]++ > 0) return;
        inside[pe] = routines.computeIfAbsent(routine, Account::new);
        inside[pe].calls++;
        inside[pe].all -= clock.applyAsLong(pe); // plus the clock at its end
    }

    /// A PE leaves a collective.
    public void left(int pe) {
        if (depth[pe] == 0 || --depth[pe] > 0) return;
        inside[pe].all += clock.applyAsLong(pe);
        inside[pe] = null;
    }

    /// Whether a PE is in a collective.
    public boolean isInside(int pe) {
        return depth[pe] > 0;
    }

    /// The collective that a PE is in, null outside of collectives.
    public String routine(int pe) {
        return inside[pe] == null ? null : inside[pe].routine;
    }

    /// Adds the time of an operation of a PE, and the bytes that it accesses.
    public void add(int pe, AccessKind event, long bytes, long picos) {
        spent[event.ordinal()][pe] += picos;
        Account account = inside[pe];
        if (account == null) {
            account = alone[event.ordinal()];
            account.calls++;
            account.all += picos;
        }
        if (event == AccessKind.COMPUTE) account.computing += picos;
        else if (event == AccessKind.WAIT) account.waiting += picos;
        else account.bytes += bytes;
    }

    /// The report: shares of all PEs' time, the PEs that wait least and most, and the routines. A warning follows
    /// where the program declared less than 1 % of the time as computation. The library itself declares the
    /// arithmetic of its reductions.
    public String report(boolean measured) {
        double all = IntStream.range(0, npes).mapToLong(clock).sum();
        double computed = all(AccessKind.COMPUTE);
        double waited = all(AccessKind.WAIT);
        double slept = all(AccessKind.SLEEP);
        Comparator<Integer> byWaits = Comparator.comparingLong(pe -> spent(pe, AccessKind.WAIT));
        int busiest = IntStream.range(0, npes).boxed().min(byWaits).orElseThrow();
        int idlest = IntStream.range(0, npes).boxed().max(byWaits).orElseThrow();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "  computing %.1f %%, transfers and calls %.1f %%, waiting %.1f %%, sleeping %.1f %% of the PEs' time%n",
                share(computed, all),
                share(all - computed - waited - slept, all),
                share(waited, all),
                share(slept, all)));
        if (npes > 1 && byWaits.compare(busiest, idlest) == 0) {
            text.append(line("waits as long as each other PE", 0));
        } else {
            text.append(line("waits least", busiest));
            if (npes > 1) text.append(line("waits most", idlest));
        }
        text.append(table());
        if (share(computed, all) < LITTLE && !measured) {
            text.append(computed == 0 ? "  no computation declared" : "  hardly any computation declared")
                    .append(
                            ": what the program computes between its calls takes no virtual time, so more PEs never look faster;")
                    .append(" declare it by sh.compute(Work), or measure it by --compute auto\n");
        }
        return text.toString();
    }

    private double all(AccessKind kind) {
        return Arrays.stream(spent[kind.ordinal()]).sum();
    }

    /// A row for each collective, and a row for each kind of operation outside of collectives, the library's own among
    /// them. Looks of waits have no row: those after the first one are part of the waiting.
    private String table() {
        List<Account> rows = new ArrayList<>(routines.values());
        for (AccessKind event : AccessKind.values()) {
            Account account = alone[event.ordinal()];
            boolean shown = event != AccessKind.COMPUTE && event != AccessKind.SLEEP && event != AccessKind.POLL;
            if (shown && account.calls > 0) rows.add(account);
        }
        rows.sort(Comparator.comparingLong((Account a) -> a.computing - a.all));
        StringBuilder text = new StringBuilder(
                String.format("  %-16s %10s %12s %12s %14s%n", "all PEs", "times", "waiting", "moving", "bytes"));
        for (Account a : rows) {
            text.append(String.format(
                    "  %-16s %10d %12s %12s %14d%n",
                    a.routine, a.calls, Picos.show(a.waiting), Picos.show(a.moving()), a.bytes));
        }
        return text.toString();
    }

    private String line(String which, int pe) {
        String waits = Picos.show(spent(pe, AccessKind.WAIT)) + " of " + Picos.show(clock.applyAsLong(pe));
        String computes = Picos.show(spent(pe, AccessKind.COMPUTE));
        return "  PE %d %s: computing %s, waiting %s%n".formatted(pe, which, computes, waits);
    }

    /// The time of all PEs in collectives of these names, in picoseconds.
    public long inside(String... names) {
        return Arrays.stream(names)
                .filter(routines::containsKey)
                .mapToLong(name -> routines.get(name).all)
                .sum();
    }

    /// The time that a PE has spent on operations of a kind, in picoseconds.
    public long spent(int pe, AccessKind kind) {
        return spent[kind.ordinal()][pe];
    }

    private static double share(double part, double all) {
        return all == 0 ? 0 : 100 * part / all;
    }
}
