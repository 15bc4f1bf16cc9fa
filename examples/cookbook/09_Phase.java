// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Time a phase
///
/// The slowest PE decides, so the time of a phase is the maximum over PEs.
/// Without the barrier, the phase of an early PE would include its wait for the others.
class Phase {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            sh.barrierAll();
            long begin = sh.nanoTime(); // virtual time on a simulated machine
            sh.world().reduce(Op.SUM, 1L);
            long mine = sh.nanoTime() - begin, longest = sh.world().reduce(Op.MAX, mine);
            if (mine > longest) throw new AssertionError("PE " + sh.myPe() + " took " + mine + " ns");
            if (sh.myPe() == 0) System.out.println("the slowest PE took " + longest + " ns");
        });
    }
}
