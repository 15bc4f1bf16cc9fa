// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jshmem.Collective;

/// The table of the algorithms of one collective, which prints itself as help and throws for unknown names. An
/// algorithm is a class and a row. The table contains the rows that `auto` may take; it finds the others as a service,
/// [More], when a program names or lists them.
///
/// @param <A> the functional interface of the collective's algorithms
public final class Selection<A> {
    /// The choice by size, number of PEs and cores.
    public static final int AUTO = -1;

    private final Collective collective;
    private final List<Rule<A>> rules;
    private final List<Row<A>> rows;
    private List<Row<A>> more; // null until a program names a row that is not in `rows`, or lists all
    private List<Row<A>> listed;

    /// Algorithms of other packages and modules, found as a service. No rule of `auto` takes them.
    public interface More {
        /// Returns the rows for a collective, of the interface of its algorithms.
        List<? extends Row<?>> rows(Collective collective);
    }

    /// One algorithm.
    ///
    /// @param <A> its functional interface
    public static final class Row<A> {
        private final String name;
        private final A run;
        private final Cost cost;
        private final String sentence;
        private int index;
        private String before; // null in a table, and for a row that is not listed

        private Row(String name, A run, Cost cost, String sentence) {
            this.name = name;
            this.run = run;
            this.cost = cost;
            this.sentence = sentence;
        }

        /// Lists this row of [More] after the row of a name; after `auto` it is the first one.
        public Row<A> listedAfter(String name) {
            before = name;
            return this;
        }

        /// Returns its name in `Team.algorithm` and in the environment.
        public String name() {
            return name;
        }

        /// The algorithm itself.
        public A run() {
            return run;
        }

        /// Returns its cost.
        public Cost cost() {
            return cost;
        }

        /// Returns the code of this row and an access mode in recorded calls.
        public long code(boolean direct) {
            return 2L * (index + 1) + (direct ? 1 : 0);
        }
    }

    /// Returns a row of a table.
    ///
    /// @param cost the formula of its [Cost]
    /// @param sentence its method in a few words
    public static <A> Row<A> row(String name, A run, String cost, String sentence) {
        return new Row<>(name, run, new Cost(cost), sentence);
    }

    /// Creates a table of rows that are in no other table, or at the same places of another one. The last of its rules
    /// fits every call.
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public Selection(Collective collective, List<Rule<A>> rules, Row<A>... rows) {
        this(collective, rules, List.of(rows));
    }

    /// Creates a table as above.
    public Selection(Collective collective, List<Rule<A>> rules, List<Row<A>> rows) {
        this.collective = collective;
        this.rules = rules;
        this.rows = List.copyOf(rows);
        for (int i = 0; i < rows.size(); i++) rows.get(i).index = i;
    }

    /// The rows that `auto` takes on teams of one kind, by size.
    ///
    /// @param <A> their functional interface
    public static final class Plan<A> {
        private final long[] most;
        private final List<Row<A>> rows = new ArrayList<>();

        private Plan(List<Rule<A>> rules, TeamKind team) {
            long[] ends = new long[rules.size()];
            long before = -1;
            for (Rule<A> rule : rules) {
                long end = rule.most(team);
                if (end <= before) continue;
                ends[rows.size()] = before = end;
                rows.add(rule.row());
            }
            most = Arrays.copyOf(ends, rows.size());
        }

        /// Returns the row for a call of `bytes` bytes.
        public Row<A> row(long bytes) {
            int k = 0;
            while (bytes > most[k]) k++;
            return rows.get(k);
        }
    }

    /// Returns the rows that the rules give to teams of a kind.
    public Plan<A> plan(TeamKind team) {
        return new Plan<>(rules, team);
    }

    /// Returns the collective of the algorithms.
    public Collective collective() {
        return collective;
    }

    /// The rows that rules take.
    List<Row<A>> own() {
        return rows;
    }

    /// All listed rows, in order.
    public synchronized List<Row<A>> rows() {
        if (listed != null) return listed;
        List<Row<A>> all = new ArrayList<>(rows);
        for (Row<A> row : more()) {
            if (row.before != null) all.add(1 + names(all).indexOf(row.before), row);
        }
        listed = List.copyOf(all);
        return listed;
    }

    /// Returns the row of a number from [#index].
    public Row<A> row(int index) {
        return index < rows.size() ? rows.get(index) : more().get(index - rows.size());
    }

    @SuppressWarnings("unchecked") // a provider's rows fit the collective
    private synchronized List<Row<A>> more() {
        if (more != null) return more;
        List<Row<A>> found = new ArrayList<>();
        for (More some : ServiceLoader.load(More.class, Selection.class.getClassLoader())) {
            for (Row<?> row : some.rows(collective)) {
                row.index = rows.size() + found.size();
                found.add((Row<A>) row);
            }
        }
        more = found;
        return found;
    }

    /// The names in order.
    public List<String> names() {
        return names(rows());
    }

    private static List<String> names(List<? extends Row<?>> rows) {
        return rows.stream().map(Row::name).toList();
    }

    /// Throws for a name that is not in the table, with a list of the table's names.
    public void check(String name) {
        index(name);
    }

    /// The number of the row of a name, or `AUTO`.
    public int index(String name) {
        if (name.equals("auto")) return AUTO;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).name().equals(name)) return i;
        }
        for (Row<A> row : more()) if (row.name.equals(name)) return row.index;
        throw new IllegalArgumentException("algorithm '%s' of %s is unknown; use one of auto, %s"
                .formatted(name, collective, names().stream().collect(Collectors.joining(", "))));
    }

    /// Returns the name for a code of a recorded call.
    public String label(long code) {
        return row((int) (code >> 1) - 1).name() + ((code & 1) != 0 ? "/ptr" : "/putget");
    }

    /// The table as text, a row for each algorithm.
    public String help() {
        StringBuilder text =
                new StringBuilder("%s: auto, or%n".formatted(collective.name().toLowerCase(Locale.ROOT)));
        for (Row<A> row : rows()) {
            text.append("  %-10s %s; cost %s%n".formatted(row.name, row.sentence, row.cost));
        }
        text.append("  auto takes the first of these that fits:%n".formatted());
        for (Rule<A> rule : rules) text.append("    %-13s %s%n".formatted(rule.row().name, rule));
        return text.toString();
    }
}
