// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import org.jshmem.*;

/// Steal work
///
/// Tasks have unequal sizes, so each PE begins with its own tasks and then takes tasks of other PEs.
/// One word for each PE holds the number of its next task.
/// Check with `atomicFetch` first, because it is cheaper than `fetchInc`.
/// A value that has changed since then is harmless, because it costs one extra `fetchInc`.
/// A check by `g` would be a race, because a plain load next to an atomic update orders nothing.
class Stealing {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), pes = sh.nPes(), tasks = 50;
            SymLongs next = sh.longs(1).named("next task");
            long done = 0;
            for (int k = 0; k < pes; k++) {
                int victim = (me + k) % pes; // the own tasks first
                while (next.atomicFetch(0, victim) < tasks && next.fetchInc(0, victim) < tasks) {
                    sh.sleep(Duration.ofNanos(1000 * (victim + 1))); // PE 0's tasks are short
                    done++;
                }
            }
            long all = sh.world().reduce(Op.SUM, done);
            if (all != tasks * pes) throw new AssertionError(all + " tasks are done of " + tasks * pes);
            if (me == 0) System.out.println(all + " tasks are done, each of them once");
        });
    }
}
