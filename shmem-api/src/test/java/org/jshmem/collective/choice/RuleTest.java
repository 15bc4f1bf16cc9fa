// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Collective;
import org.jshmem.collective.Barriers;
import org.jshmem.collective.Group;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.catalog.Catalog;
import org.jshmem.collective.exchange.Exchanges;
import org.jshmem.collective.gather.Gathers;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.collective.reduce.Scans;
import org.jshmem.contract.ThreadTransport;
import org.junit.jupiter.api.Test;

/// What `auto` takes, and what an algorithm costs, as the help prints both.
class RuleTest {
    private static TeamKind here(int members) {
        return new TeamKind(members, false, false, false);
    }

    private static TeamKind inTurn(int members) {
        return new TeamKind(members, true, false, false);
    }

    private static TeamKind hosts(int members, boolean inOrder) {
        return new TeamKind(members, false, true, inOrder);
    }

    private static String taken(Selection<?> table, TeamKind team, long bytes) {
        return table.plan(team).row(bytes).name();
    }

    /// The row that is taken up to this size, and the one from the next byte on.
    private static void changes(Selection<?> table, TeamKind team, long last, String below, String above) {
        assertEquals(below, taken(table, team, last), last + " bytes");
        assertEquals(above, taken(table, team, last + 1), last + 1 + " bytes");
    }

    @Test
    void reductionsChangeWithSizeMembersCoresAndHosts() {
        changes(Reductions.TABLE, here(2), 256, "rd", "rsag");
        changes(Reductions.TABLE, here(3), 64, "rd", "tiled");
        changes(Reductions.TABLE, inTurn(8), 8 * 4096 - 1, "central", "tiled");
        changes(Reductions.TABLE, inTurn(16), (5 << 19) - 1, "tiled", "pull");
        changes(Reductions.TABLE, inTurn(17), (512 << 10) - 1, "tiled", "pull");
        changes(Reductions.TABLE, inTurn(200), 200 * 4096 - 1, "central", "pull");
        changes(Reductions.TABLE, hosts(7, true), 8192, "leaders", "chain");
        changes(Reductions.TABLE, hosts(99, true), 655, "leaders", "chain");
        changes(Reductions.TABLE, hosts(99, false), 655, "leaders", "tiled");
    }

    @Test
    void otherCollectivesChangeToo() {
        assertEquals("flat", taken(Broadcasts.TABLE, here(4), 1 << 20));
        changes(Broadcasts.TABLE, here(8), 4096, "binomial", "flat");
        changes(Broadcasts.TABLE, here(9), 4096, "binomial", "scatter");
        assertEquals("flat", taken(Broadcasts.TABLE, inTurn(64), 1 << 20));
        assertEquals("leaders", taken(Broadcasts.TABLE, hosts(4, false), 0));
        assertEquals("linear", taken(Gathers.FCOLLECT_TABLE, here(9), 8));
        assertEquals("hosts", taken(Gathers.COLLECT_TABLE, hosts(9, false), 0));
        changes(Exchanges.TABLE, hosts(9, false), 16 << 10, "hosts", "linear");
        changes(Exchanges.STRIDED_TABLE, hosts(9, true), 16 << 10, "hosts", "linear");
        assertEquals("linear", taken(Exchanges.TABLE, inTurn(9), 1 << 20));
        changes(Scans.TABLE, here(4), 64 << 10, "linear", "chain");
        assertEquals("linear", taken(Scans.TABLE, here(3), 1 << 30));
        changes(Scans.TABLE, inTurn(9), 32 << 10, "linear", "chain");
        assertEquals("linear", taken(Scans.TABLE, inTurn(8), 1 << 30));
        assertEquals("hosts", taken(Scans.TABLE, hosts(4, true), 8));
        changes(Scans.TABLE, hosts(4, false), 64 << 10, "linear", "chain");
    }

    /// Barriers are chosen without the table.
    @Test
    void barriersAreMadeAsTheirRulesSay() {
        for (int npes = 1; npes <= 4; npes++) {
            for (boolean crowded : new boolean[] {false, true}) {
                try (Arena arena = Arena.ofShared()) {
                    long bytes = SystemLayout.bytes(npes) + SystemLayout.slotBytes(npes);
                    var transport = new ThreadTransport(ThreadTransport.Job.of(npes, bytes, crowded, arena), 0);
                    Group g = Group.world(transport, transport.channel());
                    String way = g.severalHosts ? "leaders" : g.central ? "central" : "dissemination";
                    TeamKind team = new TeamKind(npes, g.central, g.severalHosts, false);
                    assertEquals(way, taken(Barriers.TABLE, team, 0));
                }
            }
        }
        assertEquals("leaders", taken(Barriers.SYNC_TABLE, hosts(2, false), 0));
    }

    @Test
    void theHelpPrintsTheRulesInOrder() {
        String help = Reductions.TABLE.help();
        String rules = help.substring(help.indexOf("  auto takes"));
        assertEquals("""
                  auto takes the first of these that fits:
                    leaders       several hosts, up to 8 KiB, (p + 1) n up to 64 KiB
                    chain         several hosts, each with adjacent members
                    central       more than 2 members, oversubscribed, below p times 4 KiB
                    tiled         more than 2 members, oversubscribed, up to 16 members, below 2560 KiB
                    tiled         more than 2 members, oversubscribed, below 512 KiB
                    pull          more than 2 members, oversubscribed
                    rd            up to 2 members, up to 256 bytes
                    rsag          up to 2 members
                    rd            up to 64 bytes
                    tiled         else
                """, rules);
    }

    @Test
    void aTableContainsWhatItsRulesTakeAndThePapersTheRest() {
        for (Collective collective : Collective.values()) {
            Selection<?> table = Catalog.of(collective);
            String help = table.help();
            Set<String> taken = help.substring(help.indexOf("  auto takes"))
                    .lines()
                    .skip(1)
                    .map(line -> line.strip().split(" ")[0])
                    .collect(Collectors.toSet());
            for (String name : table.names()) {
                assertEquals(taken.contains(name), table.index(name) < taken.size(), collective + " " + name);
            }
        }
    }

    @Test
    void rowsOfThePapersAreListedWhereTheyBelong() {
        assertEquals(
                List.of(
                        "flat rd bruck rsag ring tiled central rd-left rsag-plain rsag-left pull leaders chain even lines direct",
                        "flat binomial chain scatter leaders oc even-scatter lines-scatter",
                        "linear ring bruck hosts light",
                        "linear pairwise hosts light",
                        "linear pairwise hosts"),
                Stream.of(
                                Collective.REDUCE,
                                Collective.BROADCAST,
                                Collective.COLLECT,
                                Collective.ALLTOALL,
                                Collective.ALLTOALLS)
                        .map(collective ->
                                String.join(" ", Catalog.of(collective).names()))
                        .toList());
    }

    private static double cost(Collective collective, String name, int p, int h, double n) {
        return Catalog.cost(collective, name).of(p, h, n, 100, 1, 2);
    }

    @Test
    void formulasAreEvaluatedAsTheyArePrinted() {
        assertEquals(3 * (100 + 10 + 20), cost(Collective.REDUCE, "rd", 8, 1, 10), 1e-9);
        assertEquals(600 + 17.5 + 17.5, cost(Collective.REDUCE, "rsag", 8, 1, 10), 1e-9);
        assertEquals((8 + 2 * 3) * 100 + 3 * 10 + 2 * 10 * 2, cost(Collective.REDUCE, "chain", 16, 8, 10), 1e-9);
        assertEquals(900 + 15 * 10 + 70 * 2, cost(Collective.REDUCE, "central", 8, 1, 10), 1e-9);
        assertEquals(4 * 100 + 2 * 10, cost(Collective.BROADCAST, "oc", 49, 1, 10), 1e-9);
        assertEquals((5 + 2 + 2) * 100, cost(Collective.BARRIER, "leaders", 5, 3, 0), 1e-9);
        assertEquals(300, cost(Collective.BARRIER, "dissemination", 5, 1, 0), 1e-9);
        Cost rd = Catalog.cost(Collective.REDUCE, "rd");
        assertEquals(3, rd.messages(8));
        assertEquals(6, rd.uses(8), 1e-9);
        for (Collective collective : Collective.values()) {
            for (Selection.Row<?> row : Catalog.of(collective).rows()) {
                double nanos = row.cost().of(8, 2, 1000, 100, 1, 2);
                assertTrue(nanos > 0 && nanos < 1e6, row.name() + ": " + nanos);
            }
        }
    }

    @Test
    void formulasThatCannotBeReadAreRefused() {
        for (String wrong : List.of("2 x", "(p", "p)", "p +", "", "lg")) {
            assertThrows(IllegalArgumentException.class, () -> new Cost(wrong).messages(2), wrong);
        }
    }
}
