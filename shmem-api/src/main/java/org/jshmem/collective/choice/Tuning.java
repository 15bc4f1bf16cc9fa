// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.transport.LineCosts;

/// The choice between the algorithms of a collective by their costs on this host: each formula with the factors of a
/// calibration. Another algorithm replaces the tables' own choice only if it is clearly cheaper.
///
/// All members must choose alike. So a choice depends only on the costs, the team and the call, and its arithmetic
/// gives the same bits in every JVM.
public final class Tuning {
    /*
     * The formulas deviate by some percent from the measured times. A choice that promises less than a tenth is not
     * worth the risk of an error.
     */
    private static final double CLEARLY = 0.9;

    /// The largest deviation of a formula that may decide: with a larger one its algorithm is neither taken nor
    /// replaced.
    private static final double MOST_RESIDUAL = 0.25;

    /// Classes of sizes: by their power of two and the next two bits.
    private static final int CLASSES = 4 * Long.SIZE;

    private static final long MOST = 16L << 20; // the largest size that the lists contain

    private static final byte UNKNOWN = 0;
    private static final byte FIRST_ROW = 1;

    private final List<HostCosts.Algorithm> prices;
    private final LineCosts lines;
    private final int members;

    /// The choices by collective, size class and the row that the table would choose: the table's choice may change
    /// within a class, and earlier calls of this PE must not matter.
    private final byte[][][] choices = new byte[Collective.values().length][CLASSES][];

    private final List<?>[] candidates = new List<?>[Collective.values().length];

    private final int[] radices = new int[CLASSES];

    /// Creates the choice for a team of `members` members.
    ///
    /// @param lines the costs of cache lines, or null
    public Tuning(List<HostCosts.Algorithm> all, LineCosts lines, int members) {
        this.prices = all.stream().filter(a -> a.residual() <= MOST_RESIDUAL).toList();
        this.lines = lines;
        this.members = members;
    }

    /// Whether the costs of lines apply to `bytes` bytes: source and copy lie in a core's own caches together.
    public boolean isShaped(long bytes) {
        return lines != null && 2 * bytes <= lines.held();
    }

    /// Returns the radix of the cheapest tree for `bytes` bytes by the costs of lines, the smallest of equally cheap
    /// ones. The number of members means that all copy from the root; 0 means that scatter and gather are cheaper.
    public int radix(long bytes) {
        int size = classOf(bytes);
        if (radices[size] == UNKNOWN) radices[size] = 1 + cheapest(least(size));
        return radices[size] - 1;
    }

    private int cheapest(long bytes) {
        int best = 0;
        double least = BroadcastCost.scattered(lines, members, bytes);
        for (int k = Math.min(members, BroadcastCost.BINOMIAL); k <= members; k++) {
            double nanos = BroadcastCost.tree(lines, members, k, bytes);
            if (nanos >= least) continue;
            least = nanos;
            best = k;
        }
        return best;
    }

    /// Returns the row for a call of `bytes` bytes, given the row that the table would choose.
    public <A> Selection.Row<A> better(Collective collective, Selection<A> table, long bytes, Selection.Row<A> usual) {
        List<Selection.Row<A>> rows = candidates(collective, table);
        int size = classOf(bytes);
        byte[][] of = choices[collective.ordinal()];
        if (of[size] == null) of[size] = new byte[rows.size()];
        int row = rows.indexOf(usual);
        if (of[size][row] == UNKNOWN) of[size][row] = choose(collective, rows, least(size), usual, row);
        return rows.get(of[size][row] - FIRST_ROW);
    }

    /// Returns the rows of which one may be cheapest: the table looks for rows elsewhere only if one of them has a
    /// cost.
    @SuppressWarnings("unchecked") // each table has a collective of its own
    private <A> List<Selection.Row<A>> candidates(Collective collective, Selection<A> table) {
        int at = collective.ordinal();
        if (candidates[at] == null) {
            List<String> own = table.own().stream().map(Selection.Row::name).toList();
            boolean all = prices.stream()
                    .filter(a -> a.collective().equals(collective.name()))
                    .allMatch(a -> own.contains(a.name()));
            candidates[at] = all ? table.own() : table.rows();
        }
        return (List<Selection.Row<A>>) candidates[at];
    }

    private <A> byte choose(
            Collective collective, List<Selection.Row<A>> rows, long bytes, Selection.Row<A> usual, int row) {
        double best = CLEARLY * nanos(collective, usual, bytes);
        int chosen = row;
        for (int k = 0; k < rows.size(); k++) {
            double nanos = nanos(collective, rows.get(k), bytes);
            if (nanos < best) {
                best = nanos;
                chosen = k;
            }
        }
        return (byte) (FIRST_ROW + chosen);
    }

    /// Returns the predicted nanoseconds of a row; NaN, which is never less than another number, for a row without a
    /// cost.
    public double nanos(Collective collective, Selection.Row<?> row, double bytes) {
        for (HostCosts.Algorithm a : prices) {
            if (!a.collective().equals(collective.name()) || !a.name().equals(row.name())) continue;
            return row.cost().of(members, bytes, a);
        }
        return Double.NaN;
    }

    private static int classOf(long bytes) {
        if (bytes < 4) return (int) bytes;
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
        return 4 * power + (int) (bytes >>> power - 2 & 3);
    }

    /// The least size of a class.
    private static long least(int size) {
        return size < 4 ? size : (4L + (size & 3)) << (size >> 2) - 2;
    }

    /// Returns the choices and predictions that differ from the table, a line for each range of sizes.
    public <A> List<String> differences(Collective collective, Selection<A> table, Usual<A> usual) {
        List<String> lines = new ArrayList<>();
        String last = "";
        for (int size = 1; size <= classOf(MOST); size++) {
            long bytes = least(size);
            if (classOf(bytes) != size || collective == Collective.BROADCAST && isShaped(bytes)) continue;
            Selection.Row<A> byTable = usual.of(bytes);
            Selection.Row<A> row = better(collective, table, bytes, byTable);
            String now = row.name() + " for " + byTable.name();
            if (row != byTable && !now.equals(last)) {
                lines.add("from %d bytes %s instead of %s: %s us predicted against %s"
                        .formatted(
                                bytes,
                                row.name(),
                                byTable.name(),
                                micros(nanos(collective, row, bytes)),
                                micros(nanos(collective, byTable, bytes))));
            } else if (row == byTable && !last.isEmpty()) {
                lines.add("from %d bytes %s as usual".formatted(bytes, row.name()));
            }
            last = row == byTable ? "" : now;
        }
        return lines;
    }

    /// Returns the shapes of broadcasts by the costs of lines, a line for each range of sizes.
    public List<String> trees() {
        List<String> found = new ArrayList<>();
        int last = -1;
        for (int size = 1; isShaped(least(size)); size++) {
            long bytes = least(size);
            if (classOf(bytes) != size) continue;
            int k = radix(bytes);
            if (k == last) continue;
            last = k;
            found.add("from %d bytes %s; predicted: %s us in a tree of radix 2, %s of 4, %s of 8, %s flat, %s scattered"
                    .formatted(
                            bytes,
                            k == 0 ? "scatter and gather" : k == members ? "flat" : "a tree of radix " + k,
                            tree(2, bytes),
                            tree(4, bytes),
                            tree(8, bytes),
                            tree(members, bytes),
                            micros(BroadcastCost.scattered(lines, members, bytes))));
        }
        return found;
    }

    private String tree(int k, long bytes) {
        return micros(BroadcastCost.tree(lines, members, k, bytes));
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1000);
    }

    /// The choice of a table without costs.
    @FunctionalInterface
    public interface Usual<A> {
        /// Returns the row for a call of `bytes` bytes.
        Selection.Row<A> of(long bytes);
    }
}
