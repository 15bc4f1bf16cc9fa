// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.system.AllowedCores;

/// The binding of the PEs of a host to cores: to all of them, or each PE in turn to one core or one NUMA node.
///
/// @param what `none`, `core` or `numa`
/// @param reports whether each PE's cores are printed
public record CoreBinding(String what, boolean reports) {
    private static final Path NODES = Path.of("/sys/devices/system/node");

    public boolean binds() {
        return !what.equals("none");
    }

    /// The sets of cores that the PEs of this host take in turn: PE k takes set k.
    public List<String> sets() {
        List<Integer> usable = AllowedCores.usable();
        List<String> sets = new ArrayList<>();
        if (what.equals("core")) usable.forEach(core -> sets.add(Integer.toString(core)));
        if (what.equals("numa")) {
            for (int node = 0; Files.exists(NODES.resolve("node" + node)); node++) addNode(node, usable, sets);
        }
        if (sets.isEmpty()) sets.add(list(usable));
        return sets;
    }

    private static void addNode(int node, List<Integer> usable, List<String> sets) {
        String text = KernelFile.after("", NODES.resolve("node" + node).resolve("cpulist"));
        if (text.isEmpty()) return; // a node with memory alone, or one that was removed
        List<Integer> cores = new ArrayList<>(AllowedCores.parse(text));
        cores.retainAll(usable);
        if (!cores.isEmpty()) sets.add(list(cores));
    }

    private static String list(List<Integer> cores) {
        return String.join(",", cores.stream().map(String::valueOf).toList());
    }

    /// The words before the command of the k-th process of a host.
    public List<String> command(int k) {
        return binds() ? List.of(AllowedCores.BINDER, "-c", of(k)) : List.of();
    }

    private String of(int k) {
        List<String> sets = sets();
        return sets.get(k % sets.size());
    }

    /// A line for the user about the k-th process of a host and its PEs.
    public String report(int k, int first, int count, int npes) {
        String pes = count == 1
                ? "PE %d/%d".formatted(first, npes)
                : "PEs %d to %d of %d".formatted(first, first + count - 1, npes);
        return "%s may run on %s %s".formatted(pes, of(k).contains(",") ? "cores" : "core", of(k));
    }
}
