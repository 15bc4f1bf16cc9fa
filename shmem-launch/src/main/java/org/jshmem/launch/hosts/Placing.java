// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.launch.os.Refused;
import org.jshmem.transport.Shape;

/// The assignment of the PEs of a job to hosts.
///
/// @param names names of the hosts that have PEs, in order
/// @param hostOf the host of each PE
public record Placing(List<String> names, int[] hostOf) {
    /// A host, and the number of PEs that it may have.
    public record Slots(String name, int count) {}

    /// Assigns PEs to hosts: fills one host after the other, or takes the hosts `inTurn`. A host gets `each` PEs at
    /// most, as many as it has slots if that is 0.
    public static Placing of(List<Slots> hosts, int npes, int each, boolean inTurn) {
        long room = 0;
        for (Slots host : hosts) {
            room += each > 0 ? each : host.count;
            String many = "-N %1$d is more than host %2$s has slots (%3$d); lower it, or give %2$s:%1$d";
            Refused.when(host.count < each, many, each, host.name, host.count);
        }
        String few = "-np %d is more than the hosts' slots (%s, together %d); lower it or give more slots";
        Refused.when(room < npes, few, npes, text(hosts), room);
        int[] hostOf = new int[npes];
        int[] used = new int[hosts.size()];
        int last = 0; // hosts without PEs are the last ones, since each has a slot
        for (int pe = 0, h = 0; pe < npes; h = inTurn ? (h + 1) % used.length : h) {
            if (used[h] < (each > 0 ? each : hosts.get(h).count)) {
                used[h]++;
                hostOf[pe++] = h;
                last = Math.max(last, h);
            } else if (!inTurn) h++;
            String fewer = "host %s would have more than %d PEs; give more hosts, or lower -np";
            Refused.when(used[h] > Shape.MOST_PES, fewer, hosts.get(h).name, Shape.MOST_PES);
        }
        return new Placing(hosts.stream().limit(last + 1).map(Slots::name).toList(), hostOf);
    }

    /// The hosts as `--hosts` has them, such as `a:8,b:8`.
    public static String text(List<Slots> hosts) {
        return hosts.stream().map(host -> host.name + ":" + host.count).collect(Collectors.joining(","));
    }

    /// The PEs of a host.
    public IntStream pes(int host) {
        return IntStream.range(0, hostOf.length).filter(pe -> hostOf[pe] == host);
    }

    /// For each launcher, the host on which it is: by the name that the engine has for its host, since an engine may
    /// sort hosts. Launchers of other names, such as those of addresses, are on the remaining hosts in order.
    int[] hostsOf(List<String> launchers) {
        Map<String, Integer> known = new HashMap<>();
        for (int host = 0; host < names.size(); host++) known.putIfAbsent(shortName(names.get(host)), host);
        List<Integer> hosts = new ArrayList<>();
        for (String launcher : launchers) hosts.add(known.remove(shortName(launcher)));
        Iterator<Integer> free = IntStream.range(0, names.size())
                .filter(host -> !hosts.contains(host))
                .iterator();
        return hosts.stream()
                .mapToInt(host -> host == null ? free.next() : host)
                .toArray();
    }

    /// A name without its domain. An address is a name as a whole.
    private static String shortName(String name) {
        boolean isAddress = name.matches("[\\d.]*");
        return isAddress ? name : name.toLowerCase(Locale.ROOT).replaceFirst("[.].*", "");
    }
}
