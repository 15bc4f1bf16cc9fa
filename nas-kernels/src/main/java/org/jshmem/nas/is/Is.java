// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.util.function.Consumer;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// IS, the integer sort of the NAS parallel benchmarks. Every iteration ranks keys of a bell-shaped distribution by a
/// reduction and an all-to-all exchange.
///
/// ```
/// bin/oshrun -np 4 is --class A --access ptr --order shifted
/// ```
@Command(name = "is", description = "NAS IS: an integer sort on a power of two of PEs")
public final class Is extends KernelCommand {
    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "targets of the key exchange: shifted (from the next PE on) or paper (0, 1, 2 ... on"
                    + " every PE, as published) (default: ${DEFAULT-VALUE})")
    String order = "shifted";

    @Option(
            names = "--exchange",
            paramLabel = "WHAT",
            description = "Exchange keys (each goes to the PE of its value, as published) or counts of each value;"
                    + " auto takes counts for up to 2^19 values and 4 keys of a PE for each, never on simulated"
                    + " machines (default: ${DEFAULT-VALUE})")
    String exchange = "auto";

    private final Consumer<int[]> before;

    Is() {
        this(keys -> {});
    }

    /// Makes the command of a run whose keys `before` may change first.
    Is(Consumer<int[]> before) {
        this.before = before;
    }

    public static void main(String[] args) {
        Npb.main(args, Is::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        IsClass problem = problem(IsClass.class);
        Access access = access(sh);
        boolean shifted = shifted();
        boolean counting = counting(sh, problem);
        checkPes(sh, problem);
        if (iterations != null && iterations > IsClass.ITERATIONS) {
            throw refused("--iterations=%d is more than 10, beyond which no ranks are known".formatted(iterations));
        }
        checkMemory(sh, problem, access, counting);
        String operation = counting ? "keys ranked by counts" : "keys ranked";
        return Npb.measure(sh, this, problem, problem.small(), operation, (each, watch) -> {
            IsSort sort = new IsSort(sh, each, access, shifted, counting, watch);
            if (each == problem) before.accept(sort.keys);
            return sort;
        });
    }

    private void checkPes(Shmem sh, IsClass problem) {
        int npes = sh.nPes();
        if (npes > problem.buckets) {
            throw refused("npes=%d is more than class %s has buckets, %d; use at most that many PEs or a larger class"
                    .formatted(npes, problem, problem.buckets));
        }
        if (Integer.bitCount(npes) != 1) {
            int below = Integer.highestOneBit(npes);
            throw refused("npes=%d is not a power of two, among which the keys are divided; use %d or %d PEs"
                    .formatted(npes, below, 2 * below));
        }
    }

    /// Checks both heaps: received keys fill most of the symmetric heap.
    /// The PE's own keys, those to put and the counters are in the Java heap.
    private void checkMemory(Shmem sh, IsClass problem, Access access, boolean counting) {
        int npes = sh.nPes();
        long perPe = problem.keys / npes;
        if (perPe + perPe / 8 > Integer.MAX_VALUE) {
            throw refused("class %s on npes=%d is %d keys a PE, more than an array holds; use at least 4 PEs"
                    .formatted(problem, npes, perPe));
        }
        long tables = counting ? IsCounts.heapBytes(problem, npes) : 0;
        checkHeap(sh, problem.name(), 4L * IsSort.capacity(problem, npes) + tables + (1 << 20));
        long counters = counting ? IsCounts.javaBytes(problem) : 0;
        long outbox = counting || access == Access.PUTGET ? perPe * Integer.BYTES : 0;
        checkJavaHeap(sh, problem.name(), IsSort.javaBytes(problem, npes) + counters + outbox);
    }

    @Override
    protected boolean set(String option, String value) {
        switch (option) {
            case "--order" -> order = value;
            case "--exchange" -> exchange = value;
            default -> {
                return super.set(option, value);
            }
        }
        return true;
    }

    boolean counting(Shmem sh, IsClass problem) {
        return switch (exchange) {
            case "keys" -> false;
            case "counts" -> true;
            case "auto" -> !sh.virtualTime() && IsCounts.pays(problem, sh.nPes());
            default -> throw refused("--exchange '" + exchange + "' is unknown; use one of auto, counts, keys");
        };
    }

    boolean shifted() {
        if (order.equals("shifted")) return true;
        if (order.equals("paper")) return false;
        throw refused("--order '" + order + "' is unknown; use one of paper, shifted");
    }
}
