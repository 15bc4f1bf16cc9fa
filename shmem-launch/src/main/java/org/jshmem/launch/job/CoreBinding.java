// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.system.AllowedCores;

/// The binding of the PEs of a host to cores: the k-th PE gets the k-th of these sets of cores, and after the last set
/// the first one again. Each PE binds its own thread, so that compilers and collectors of its JVM use all cores.
///
/// @param sets the sets, each as the kernel writes it
public record CoreBinding(List<String> sets) {
    private static final Path NODES = Path.of("/sys/devices/system/node");

    /// The sets of `core`, `numa` or `none`: one core each by its first CPU, the CPUs of one NUMA node each, or one set
    /// with all CPUs.
    public static CoreBinding of(String what) {
        List<Integer> usable = AllowedCores.usable();
        List<String> sets = new ArrayList<>();
        if (what.equals("core")) AllowedCores.cores().forEach(core -> sets.add(Integer.toString(core)));
        if (what.equals("numa")) {
            for (int node = 0; Files.exists(NODES.resolve("node" + node)); node++) {
                String text = KernelFile.after("", NODES.resolve("node" + node).resolve("cpulist"));
                List<Integer> cores = text.isEmpty() ? new ArrayList<>() : AllowedCores.parse(text);
                cores.retainAll(usable);
                if (!cores.isEmpty()) sets.add(list(cores)); // else a node with memory alone, or one that was removed
            }
        }
        return new CoreBinding(sets.isEmpty() ? List.of(list(usable)) : sets);
    }

    private static String list(List<Integer> cores) {
        return String.join(",", cores.stream().map(String::valueOf).toList());
    }

    private String set(int k) {
        return sets.get(k % sets.size());
    }

    /// The sets of the PEs of a JVM, as the variable [org.jshmem.shm.ShmProvider#BINDING_VARIABLE] has them.
    public String ofJvm(JvmBlocks blocks, int jvm) {
        int from = blocks.place(jvm);
        return IntStream.range(from, from + blocks.count(jvm))
                .mapToObj(this::set)
                .collect(Collectors.joining(ShmProvider.BINDING_SEPARATOR));
    }

    /// A line for the user about each PE of a JVM.
    public List<String> report(JvmBlocks blocks, int jvm, int npes) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < blocks.count(jvm); k++) {
            String set = set(blocks.place(jvm) + k);
            String cores = set.contains(",") ? "cores" : "core";
            lines.add("oshrun: PE %d/%d may run on %s %s".formatted(blocks.first(jvm) + k, npes, cores, set));
        }
        return lines;
    }
}
