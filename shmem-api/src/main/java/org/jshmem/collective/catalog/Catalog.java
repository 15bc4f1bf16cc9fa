// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.collective.Barriers;
import org.jshmem.collective.Group;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.choice.Cost;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.choice.Tables;
import org.jshmem.collective.exchange.Exchanges;
import org.jshmem.collective.gather.Gathers;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.collective.reduce.Scans;

/// The tables of algorithms of all collectives.
public final class Catalog implements Tables {
    /// For the service.
    public Catalog() {}

    @Override
    public Selection<?> table(Collective collective) {
        return of(collective);
    }

    /// The table of a collective.
    public static Selection<?> of(Collective collective) {
        return switch (collective) {
            case BARRIER -> Barriers.TABLE;
            case SYNC -> Barriers.SYNC_TABLE;
            case REDUCE -> Reductions.TABLE;
            case BROADCAST -> Broadcasts.TABLE;
            case COLLECT -> Gathers.COLLECT_TABLE;
            case FCOLLECT -> Gathers.FCOLLECT_TABLE;
            case ALLTOALL -> Exchanges.TABLE;
            case ALLTOALLS -> Exchanges.STRIDED_TABLE;
            case SCAN -> Scans.TABLE;
        };
    }

    /// Returns the cost formula of an algorithm; throws `IllegalArgumentException` for a name that is not in the
    /// table.
    public static Cost cost(Collective collective, String algorithm) {
        Selection<?> table = of(collective);
        if (!table.names().contains(algorithm)) {
            throw new IllegalArgumentException("algorithm '%s' of %s is unknown; use one of %s"
                    .formatted(algorithm, collective, String.join(", ", table.names())));
        }
        return table.row(table.index(algorithm)).cost();
    }

    /// Returns the choices that costs change for a team, a line for each collective and range of sizes.
    public static List<String> tuned(Group g) {
        List<String> lines = new ArrayList<>();
        add(lines, Collective.REDUCE, g.tuned(Reductions.TABLE));
        add(lines, Collective.BROADCAST, g.tuned(Broadcasts.TABLE));
        add(lines, Collective.BROADCAST, g.trees());
        add(lines, Collective.FCOLLECT, g.tuned(Gathers.FCOLLECT_TABLE));
        add(lines, Collective.ALLTOALL, g.tuned(Exchanges.TABLE));
        add(lines, Collective.SCAN, g.tuned(Scans.TABLE));
        return lines;
    }

    private static void add(List<String> lines, Collective collective, List<String> tuned) {
        for (String line : tuned) lines.add(collective.name().toLowerCase(Locale.ROOT) + ": " + line);
    }
}
