// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.transport.LineCosts;

/// Chooses between the algorithms of a collective by what they cost on this host: each formula with the prices that a
/// calibration found. Another algorithm than the tables' own choice is taken only where it is clearly cheaper.
///
/// All members must choose alike, so a choice depends on nothing but the prices, the team and the call, and its
/// arithmetic gives the same bits in every JVM.
public final class Tuning {
    /*
     * The formulas miss by some percent what is measured. A choice that promises less than a tenth is not worth the risk
     * of being wrong about it.
     */
    private static final double CLEARLY = 0.9;

    /// A formula that misses by more than this is no ground to choose by: its algorithm is neither taken nor replaced.
    private static final double MOST_RESIDUAL = 0.25;

    /// Sizes are told apart by their power of two and the two bits behind it.
    private static final int CLASSES = 4 * Long.SIZE;

    private static final long MOST = 16L << 20; // of what is told

    private static final byte UNKNOWN = 0;
    private static final byte FIRST_ROW = 1;

    private final List<HostCosts.Algorithm> prices;
    private final LineCosts lines;
    private final int members;

    /// By collective, size class and the row that the table would choose: a table may change its mind within a
    /// class, and what this PE has been asked before must not count.
    private final byte[][][] choices = new byte[Collective.values().length][CLASSES][];

    private final int[] radices = new int[CLASSES];

    /// For a team of so many members.
    ///
    /// @param lines what cache lines cost, or null
    public Tuning(List<HostCosts.Algorithm> all, LineCosts lines, int members) {
        this.prices = all.stream().filter(a -> a.residual() <= MOST_RESIDUAL).toList();
        this.lines = lines;
        this.members = members;
    }

    /// Whether it is known what the lines of so many bytes cost: source and copy lie in a core's own caches together.
    public boolean isShaped(long bytes) {
        return lines != null && 2 * bytes <= lines.held();
    }

    /// The cheapest radix of a tree down which so many bytes are copied, by what lines cost; of equal ones the
    /// smallest. As many as members, who then all copy from the root; 0 where it is cheaper to scatter and gather.
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

    /// The row for a call of so many bytes, given the one that the table would choose.
    public <A> Selection.Row<A> better(Collective collective, Selection<A> table, long bytes, Selection.Row<A> usual) {
        int size = classOf(bytes);
        byte[][] of = choices[collective.ordinal()];
        if (of[size] == null) of[size] = new byte[table.rows().size()];
        int row = table.rows().indexOf(usual);
        if (of[size][row] == UNKNOWN) of[size][row] = choose(collective, table, least(size), usual, row);
        return table.rows().get(of[size][row] - FIRST_ROW);
    }

    private <A> byte choose(Collective collective, Selection<A> table, long bytes, Selection.Row<A> usual, int row) {
        double best = CLEARLY * nanos(collective, usual, bytes);
        int chosen = row;
        for (int k = 0; k < table.rows().size(); k++) {
            double nanos = nanos(collective, table.rows().get(k), bytes);
            if (nanos < best) {
                best = nanos;
                chosen = k;
            }
        }
        return (byte) (FIRST_ROW + chosen);
    }

    /// Predicted nanoseconds of a row; NaN, which nothing is less than, where it has no price.
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

    /// What is chosen and predicted where that differs from the table, a line for each stretch of sizes.
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

    /// How sizes are broadcast by what lines cost, a line for each stretch of them.
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

    /// The choice of a table without prices.
    @FunctionalInterface
    public interface Usual<A> {
        /// For a call of so many bytes.
        Selection.Row<A> of(long bytes);
    }
}
