// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.launch.os.Refused;
import org.jshmem.shm.JobFile;

/// The assignment of the PEs of a job to hosts.
///
/// @param names names of the hosts that have PEs, in order
/// @param hostOf the host of each PE
public record Placing(List<String> names, int[] hostOf) {
    /// A host, and the number of PEs that it may have.
    public record Slots(String name, int count) {}

    /// Assigns PEs to hosts: `mapBy` is `slot` (fill one host after the other) or `node` (take the hosts in turn).
    public static Placing of(List<Slots> hosts, int npes, String mapBy) {
        long room = hosts.stream().mapToLong(Slots::count).sum();
        if (room < npes) {
            throw new Refused("-np %d is more than the hosts' slots (%s, together %d); lower it or give more slots"
                    .formatted(npes, text(hosts), room));
        }
        int[] hostOf = new int[npes];
        int[] used = new int[hosts.size()];
        checkMapping(mapBy);
        boolean dealt = mapBy.equals("node");
        for (int pe = 0, h = 0; pe < npes; h = dealt ? (h + 1) % used.length : h) {
            if (used[h] < hosts.get(h).count) {
                used[h]++;
                hostOf[pe++] = h;
            } else if (!dealt) h++;
        }
        return withoutIdle(hosts, hostOf, used);
    }

    /// Assigns `each` PEs to each host, one host after the other.
    public static Placing blocks(List<Slots> hosts, int npes, int each) {
        for (Slots host : hosts) {
            if (host.count < each) {
                throw new Refused("-N %d is more than host %s has slots (%d); lower it, or give %s:%d"
                        .formatted(each, host.name, host.count, host.name, each));
            }
        }
        return of(hosts.stream().map(host -> new Slots(host.name, each)).toList(), npes, "slot");
    }

    public static void checkMapping(String mapBy) {
        if (mapBy.equals("slot") || mapBy.matches("node|ppr:[^:]*:node")) return;
        throw new Refused("--map-by '%s' is unknown; use one of slot, node, ppr:K:node".formatted(mapBy));
    }

    private static Placing withoutIdle(List<Slots> hosts, int[] hostOf, int[] used) {
        for (int h = 0; h < used.length; h++) {
            if (used[h] <= JobFile.MOST_PES) continue;
            throw new Refused("host %s would have %d PEs, and a host has at most %d; give more hosts, or lower -np"
                    .formatted(hosts.get(h).name, used[h], JobFile.MOST_PES));
        }
        List<String> names = new ArrayList<>();
        int[] number = new int[used.length];
        for (int h = 0; h < used.length; h++) {
            number[h] = names.size();
            if (used[h] > 0) names.add(hosts.get(h).name);
        }
        for (int pe = 0; pe < hostOf.length; pe++) hostOf[pe] = number[hostOf[pe]];
        return new Placing(List.copyOf(names), hostOf);
    }

    private static String text(List<Slots> hosts) {
        List<String> parts = new ArrayList<>();
        for (Slots slots : hosts) parts.add(slots.name + ":" + slots.count);
        return String.join(",", parts);
    }

    /// The PEs of a host.
    public IntStream pes(int host) {
        return IntStream.range(0, hostOf.length).filter(pe -> hostOf[pe] == host);
    }

    /// The placement as text, `NAMES/HOSTS`: the names, and the host of each PE, both with commas.
    String text() {
        return String.join(",", names) + "/"
                + IntStream.of(hostOf).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /// Parses the result of [#text].
    static Placing parse(String text) {
        String[] parts = text.split("/");
        int[] hostOf =
                Stream.of(parts[1].split(",")).mapToInt(Integer::parseInt).toArray();
        return new Placing(List.of(parts[0].split(",")), hostOf);
    }
}
