// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Share tasks by a counter
///
/// Each PE takes the number of the next task from a counter on PE 0, until no task is left.
/// `fetchInc` is atomic: with `g` and `p`, two PEs could take the same task.
class Tasks {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs next = sh.longs(1).named("next task"); // PE 0's counts
            long sum = 0;
            for (long task; (task = next.fetchInc(0, 0)) < 100; ) sum += task * task;
            long all = sh.world().reduce(Op.SUM, sum);
            if (all != 328350) throw new AssertionError("the sum is " + all);
            if (sh.myPe() == 0) System.out.println("the sum of 100 squares is " + all);
        });
    }
}
