// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jshmem.Collective;

/// The algorithms of one collective: a table that prints itself as help, and that refuses names it does not know.
public final class Selection {
    /// The choice of letting size, PE count and cores decide.
    static final int AUTO = -1;

    private final Collective collective;
    private final List<Row> rows;

    /// One algorithm.
    ///
    /// @param name what `Team.algorithm` and the environment call it
    /// @param auto when `auto` picks it
    /// @param cost rounds and bytes, for p members and n bytes
    /// @param sentence how it works
    public record Row(String name, String auto, String cost, String sentence) {}

    Selection(Collective collective, Row... rows) {
        this.collective = collective;
        this.rows = List.of(rows);
    }

    /// The table of a collective.
    public static Selection of(Collective collective) {
        return switch (collective) {
            case BARRIER, SYNC -> Barriers.TABLE;
            case REDUCE -> Reductions.TABLE;
            case BROADCAST -> Broadcasts.TABLE;
            case COLLECT -> Gathers.COLLECT_TABLE;
            case FCOLLECT -> Gathers.FCOLLECT_TABLE;
            case ALLTOALL -> Exchanges.TABLE;
            case ALLTOALLS -> Exchanges.STRIDED_TABLE;
            case SCAN -> Scans.TABLE;
        };
    }

    /// The rows in order.
    public List<Row> rows() {
        return rows;
    }

    /// Refuses a name that is not in the table, with those that are.
    public void check(String name) {
        index(name);
    }

    /// The row of a name, or `AUTO`.
    int index(String name) {
        if (name.equals("auto")) return AUTO;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).name().equals(name)) return i;
        }
        throw new IllegalArgumentException("no algorithm '%s' for %s; known are auto, %s"
                .formatted(name, collective, rows.stream().map(Row::name).collect(Collectors.joining(", "))));
    }

    /// The code that travels in descriptions for a row and an access mode.
    static long code(int row, boolean direct) {
        return 2L * (row + 1) + (direct ? 1 : 0);
    }

    /// The name for such a code.
    String label(long code) {
        return rows.get((int) (code >> 1) - 1).name() + ((code & 1) != 0 ? "/ptr" : "/putget");
    }

    /// The table as text, a row for each algorithm.
    public String help() {
        StringBuilder text =
                new StringBuilder("%s: auto, or%n".formatted(collective.name().toLowerCase(Locale.ROOT)));
        for (Row row : rows) {
            text.append(
                    "  %-10s %s; cost %s; auto: %s%n".formatted(row.name(), row.sentence(), row.cost(), row.auto()));
        }
        return text.toString();
    }
}
