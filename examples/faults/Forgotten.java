// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// A hang: each PE signals the next one, but PE 1 does not, so that the PE after it waits for ever. `--timeout` ends the
/// job with a report of which PE waits for what.
public class Forgotten {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Signal ready = sh.signal().named("ready");
            int next = (sh.myPe() + 1) % sh.nPes();
            if (sh.myPe() != 1) ready.set(1, next);
            ready.waitUntil(Cmp.EQ, 1);
        });
    }
}
