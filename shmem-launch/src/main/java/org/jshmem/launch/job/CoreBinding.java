// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.system.AllowedCores;

/// The binding of the PEs of a host to cores. The k-th PE gets the k-th core, and after the last core the first one
/// again. Neighbouring PEs share a NUMA node: the k-th of n PEs gets node `k * nodes / n`. Each PE binds its own
/// thread, so that compilers and collectors of its JVM use all cores.
///
/// @param sets sets of cores, each as the kernel writes it
/// @param inBlocks whether neighbouring PEs share a set
public record CoreBinding(List<String> sets, boolean inBlocks) {

    /// The sets of `core`, `numa` or `none`: one core each by its first CPU, the CPUs of one NUMA node each, or one set
    /// with all CPUs.
    public static CoreBinding of(String what) {
        return of(what, AllowedCores.usable(), Path.of("/sys/devices/system"));
    }

    /// The sets of a machine with these usable CPUs, whose `cpu` and `node` lie in a folder.
    static CoreBinding of(String what, List<Integer> usable, Path machine) {
        List<String> sets = new ArrayList<>();
        if (what.equals("core")) {
            for (int core : AllowedCores.firsts(usable, machine.resolve("cpu"))) sets.add(Integer.toString(core));
        }
        String nodes = KernelFile.after("", machine.resolve("node/online")); // with gaps, where nodes are offline
        if (what.equals("numa") && !nodes.isEmpty()) {
            for (int node : AllowedCores.parse(nodes)) {
                String text = KernelFile.after("", machine.resolve("node/node" + node + "/cpulist"));
                List<Integer> cores = text.isEmpty() ? new ArrayList<>() : AllowedCores.parse(text);
                cores.retainAll(usable);
                if (!cores.isEmpty()) sets.add(list(cores)); // else a node with memory alone
            }
        }
        return new CoreBinding(sets.isEmpty() ? List.of(list(usable)) : sets, what.equals("numa"));
    }

    private static String list(List<Integer> cores) {
        return String.join(",", cores.stream().map(String::valueOf).toList());
    }

    /// The set of the k-th of n PEs.
    String set(int k, int n) {
        return sets.get(inBlocks ? k * sets.size() / n : k % sets.size());
    }

    /// The sets of the PEs of a JVM, as the variable [org.jshmem.shm.ShmProvider#BINDING_VARIABLE] has them.
    public String ofJvm(JvmBlocks blocks, int jvm) {
        int from = blocks.place(jvm);
        return IntStream.range(from, from + blocks.count(jvm))
                .mapToObj(k -> set(k, blocks.npes()))
                .collect(Collectors.joining(ShmProvider.BINDING_SEPARATOR));
    }

    /// A line for the user about each PE of a JVM.
    public List<String> report(JvmBlocks blocks, int jvm, int npes) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < blocks.count(jvm); k++) {
            String set = set(blocks.place(jvm) + k, blocks.npes());
            String cores = set.contains(",") ? "cores" : "core";
            lines.add("oshrun: PE %d/%d may run on %s %s".formatted(blocks.first(jvm) + k, npes, cores, set));
        }
        return lines;
    }
}
