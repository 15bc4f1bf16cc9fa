// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// A race: each PE reads its copy of the box while the PE before it writes there. `--races` names both lines.
/// With sh.barrierAll() between the two, every PE prints 42.
public class Unordered {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(1).named("box");
            int next = (sh.myPe() + 1) % sh.nPes();
            box.p(0, 42, next);
            System.out.printf("PE %d has %d%n", sh.myPe(), box.get(0));
        });
    }
}
