// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.Pages;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.transport.Topology;
import org.junit.jupiter.api.Test;

/// The algorithms that `auto` takes, by the number of members, their cores and hosts, and the size of the call:
/// auto.txt, which `-Ddocs.update` writes.
class AutoTest {
    private static final int KIB = 1 << 10;
    private static final int[] MEMBERS = {2, 3, 4, 5, 8, 9, 64};
    private static final long[] SIZES = {
        8, 64, 256, 512, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 128 * KIB, 1 << 20, 4 << 20
    };

    /// The placement of a team's members.
    private enum Placement {
        CORES, // a core for each, one host
        SHARED, // all on one core of one host
        HOSTS, // a core for each, two hosts, the first half on one
        SHARED_HOSTS; // one core on each of two hosts

        Topology of(int members) {
            int hosts = ordinal() < 2 ? 1 : 2;
            int[] host = new int[members];
            for (int pe = 0; pe < members; pe++) host[pe] = pe * hosts / members;
            int[] cores = new int[hosts];
            for (int h = 0; h < hosts; h++) cores[h] = ordinal() % 2 == 0 ? members : 1;
            return new Topology(host, host, cores);
        }
    }

    private static Group group(int members, Topology topology, Arena arena) {
        long bytes = SystemLayout.bytes(members);
        var transport = new ThreadTransport(ThreadTransport.Job.of(members, bytes, false, arena), 0) {
            @Override
            public Topology topology() {
                return topology;
            }
        };
        return Group.world(transport, transport.channel());
    }

    private static String taken(Group g, Collective collective, long bytes) {
        return switch (collective) {
            case BARRIER, SYNC -> throw new IllegalArgumentException("a barrier shows its choice to no caller");
            case REDUCE -> Reductions.auto(g, bytes).name();
            case BROADCAST -> Broadcasts.auto(g, bytes).name();
            case COLLECT, FCOLLECT -> Gathers.auto(g).name();
            case ALLTOALL, ALLTOALLS -> Exchanges.auto(g, bytes).name();
            case SCAN -> Scans.auto(g).name();
            default -> AlgorithmNames.names(collective).getFirst(); // the only one
        };
    }

    /// One line for each collective, placement and number of members: the algorithms of the twelve sizes.
    private static List<String> table() {
        List<String> lines = new ArrayList<>();
        for (Collective collective : EnumSet.complementOf(EnumSet.of(Collective.BARRIER, Collective.SYNC))) {
            for (Placement placement : Placement.values()) {
                String before = "";
                for (int members : MEMBERS) {
                    try (Arena arena = Arena.ofShared()) {
                        Group g = group(members, placement.of(members), arena);
                        String row = row(g, collective);
                        if (row.equals(before)) lines.addLast(lines.removeLast().replace(":", " " + members + ":"));
                        else lines.add("%s, %s, %d:%s".formatted(collective, placement, members, row));
                        before = row;
                    }
                }
            }
        }
        return lines.stream().map(line -> line.toLowerCase(Locale.ROOT)).toList();
    }

    /// The algorithms of all sizes; one that the size before has too is `-`.
    private static String row(Group g, Collective collective) {
        StringBuilder row = new StringBuilder();
        String before = "";
        for (long bytes : SIZES) {
            String name = taken(g, collective, bytes);
            row.append(' ').append(name.equals(before) ? "-" : name);
            before = name;
        }
        return row.toString();
    }

    @Test
    void autoTakesTheseAlgorithms() throws IOException {
        Pages.assertShows(Path.of("src/test/resources/auto.txt"), String.join("\n", table()) + "\n");
    }
}
