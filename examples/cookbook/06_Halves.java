// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Write a library that works inside a team
///
/// A library gets a team and allocates nothing itself, because allocation is collective over all PEs of the job.
/// If it called `sh.world()`, it would wait for PEs that are not in the team.
class Halves {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int half = (sh.nPes() + 1) / 2;
            sh.world().splitStrided(0, 1, half).ifPresent(team -> {
                double norm = norm(team, 3); // collective over the team
                if (Math.abs(norm * norm - 9 * half) > 1e-9) throw new AssertionError("the norm is " + norm);
                if (team.myPe() == 0) System.out.printf("the norm over %d PEs is %.3f%n", half, norm);
            });
        });
    }

    static double norm(Team team, double mine) {
        return Math.sqrt(team.reduce(Op.SUM, mine * mine));
    }
}
