// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

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
    private enum Order {
        shifted,
        paper
    }

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "targets of the key exchange: shifted (from the next PE on) or paper (0, 1, 2 ... on"
                    + " every PE, as published) (default: ${DEFAULT-VALUE})")
    private Order order = Order.shifted;

    public static void main(String[] args) {
        Npb.main(args, Is::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        IsClass problem = problem(IsClass.class);
        Access access = access(sh);
        checkPowerOfTwo(sh, problem, problem.buckets + " buckets of keys", problem.buckets);
        if (iterations != null && iterations > IsClass.ITERATIONS) {
            throw refused("--iterations=%d is more than 10, beyond which no ranks are known".formatted(iterations));
        }
        checkMemory(sh, problem);
        return Npb.measure(
                sh,
                this,
                problem,
                problem.small(),
                "keys ranked",
                each -> new Sort(sh, each, access, order == Order.shifted));
    }

    /// Checks both heaps: the symmetric one has the received keys, the Java heap a PE's own keys and the counters.
    private void checkMemory(Shmem sh, IsClass problem) {
        int npes = sh.nPes();
        long perPe = problem.keys / npes;
        if (perPe + perPe / 8 > Integer.MAX_VALUE) {
            throw refused("class %s on npes=%d is %d keys a PE, more than an array holds; use at least 4 PEs"
                    .formatted(problem, npes, perPe));
        }
        checkMemory(sh, problem, 4L * problem.capacity(npes) + (1 << 20), problem.javaBytes(npes), 0);
    }
}
