// SPDX-License-Identifier: Apache-2.0
// A put with a signal to the next PE. Without `waitUntil`, a PE would add up numbers that have not arrived.
import org.jshmem.*;

public class Pass {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> { // runs on every PE
            SymLongs box = sh.longs(3); // 3 longs on every PE
            Signal ready = sh.signal();
            int next = (sh.myPe() + 1) % sh.nPes();
            long[] data = {1, 2, 39 + sh.myPe()};
            box.putSignal(data, ready, 1, next); // write all of data to the next PE, then set its signal to 1
            ready.waitUntil(Cmp.EQ, 1); // the data of the previous PE are here
            System.out.printf("PE %d has %d%n", sh.myPe(), box.get(0) + box.get(1) + box.get(2));
        });
    }
}
