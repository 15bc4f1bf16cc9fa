// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Gather parts of different lengths
///
/// `collect` puts the parts of all PEs one after the other, on every PE.
/// The arrays have the same lengths on every PE, so the PEs first add up the lengths of their parts.
class Unequal {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int mine = sh.myPe() + 1, last = sh.nPes() - 1;
            long all = sh.world().reduce(Op.SUM, (long) mine);
            SymLongs part = sh.longs(sh.nPes()), whole = sh.longs(all);
            for (int i = 0; i < mine; i++) part.set(i, sh.myPe());
            sh.world().collect(whole, part, mine);
            if (whole.get(0) != 0 || whole.get(all - 1 - last) != last) throw new AssertionError("a part is elsewhere");
            if (sh.myPe() == 0) System.out.printf("%d elements, the last %d are of PE %d%n", all, last + 1, last);
        });
    }
}
