// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.sim.model.Limits;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Symbol;

/// The kinds of interconnect between hosts, which determine the links of a message from one host to another.
public enum Interconnect {
    /// A path of its own for each pair of hosts, with latency L.
    FULL("full"),

    /// One switch.
    STAR("star"),

    /// Each host linked to two others.
    RING("ring"),

    /// Each host linked to two others in each of up to three dimensions.
    TORUS(
            "torus",
            count("x", "hosts of a torus in its first dimension"),
            count("y", "hosts in its second dimension"),
            count("z", "hosts in its third dimension, 1 for none")),

    /// Switches in up to three levels.
    FAT_TREE(
            "fat-tree",
            count("leaf", "hosts on a leaf switch of a fat tree"),
            count("leaves", "leaf switches of a pod"),
            count("pods", "pods, 1 for a tree of two levels"),
            count("spines", "links up from a leaf switch, each to another spine of its pod"),
            count("core_links", "links up from a spine, each to another core switch")),

    /// Groups of routers, with a long link between each two groups.
    DRAGONFLY(
            "dragonfly",
            count("groups", "groups of a dragonfly"),
            count("routers", "routers of a group, all joined to each other"),
            count("leaf", "hosts on a router"),
            new Symbol("l_long", "ns", "the head of a message over a link between groups"),
            new Symbol("G_long", "GB/s", "bandwidth of a link between groups, each way"));

    /// The parameters of a machine with hosts, under the names of LogGP.
    static final List<Symbol> OF_HOSTS = List.of(
            new Symbol("hosts", "count", "hosts; a job fills one after the other"),
            new Symbol("o", "ns", "a message: what it takes its PE"),
            new Symbol("a", "ns", "a message: what it takes the agent of its target's host"),
            new Symbol("L", "ns", "a message on its way between hosts"),
            new Symbol("w", "ns", "until a PE that waits notices"),
            new Symbol("G", "GB/s", "bandwidth of a host's link, each way"));

    private static final List<Symbol> OF_EACH_LINK = List.of(
            new Symbol("l_hop", "ns", "the head of a message over a link and through the switch behind it"),
            new Symbol("G_link", "GB/s", "bandwidth of a link of the network, each way"));

    private final String word;
    private final List<Symbol> own;

    Interconnect(String word, Symbol... own) {
        this.word = word;
        this.own = List.of(own);
    }

    private static Symbol count(String name, String meaning) {
        return new Symbol(name, "count", meaning);
    }

    /// The word for this kind in machine files.
    public String word() {
        return word;
    }

    /// The parameters that a machine with such links must have.
    public List<Symbol> symbols() {
        if (this == FULL) return List.of();
        return Stream.concat(own.stream(), OF_EACH_LINK.stream()).toList();
    }

    /// The message for a machine with more hosts than its links have room for; empty if all hosts have a place.
    public String problem(Machine m) {
        if (this == FULL) return "";
        String many = Limits.product(m, counts().toArray(String[]::new));
        if (!many.isEmpty()) return many;
        int hosts = (int) m.value("hosts");
        int room = routes(m).hosts();
        if (hosts <= room) return "";
        String product = counts().stream()
                .filter(s -> !s.equals("spines") && !s.equals("core_links"))
                .collect(Collectors.joining(" * "));
        return "hosts is %d, and the %s has room for %s = %d; make these larger".formatted(hosts, word, product, room);
    }

    private List<String> counts() {
        return own.stream()
                .filter(s -> s.unit().equals("count"))
                .map(Symbol::name)
                .toList();
    }

    /// The links of a machine; null if each pair of hosts has a path of its own.
    Routes routes(Machine m) {
        int[] n = counts().stream().mapToInt(s -> (int) m.value(s)).toArray();
        int hosts = (int) m.value("hosts");
        return switch (this) {
            case FULL -> null;
            case STAR -> new FatTree(hosts, 1, 1, 1, 1);
            case RING -> new Torus(hosts, 1, 1);
            case TORUS -> new Torus(n[0], n[1], n[2]);
            case FAT_TREE -> new FatTree(n[0], n[1], n[2], n[3], n[4]);
            case DRAGONFLY -> new Dragonfly(n[0], n[1], n[2]);
        };
    }

    /// The words of all kinds.
    public static List<String> words() {
        return Arrays.stream(values()).map(Interconnect::word).toList();
    }
}
