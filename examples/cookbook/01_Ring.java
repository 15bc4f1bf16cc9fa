// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Pass a value around a ring
///
/// Each PE waits for the value of the previous one, adds 1 and passes it on.
/// Without `waitUntil`, a PE would pass on a value that has not arrived.
class Ring {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(1);
            Signal ready = sh.signal();
            int me = sh.myPe(), pes = sh.nPes(), next = (me + 1) % pes;
            if (me == 0) box.putSignal(new long[] {1}, ready, 1, next);
            ready.waitUntil(Cmp.EQ, 1);
            if (me > 0) box.putSignal(new long[] {box.get(0) + 1}, ready, 1, next);
            else System.out.println("the value came home as " + box.get(0));
            if (box.get(0) != (me > 0 ? me : pes)) throw new AssertionError("PE " + me + " has " + box.get(0));
        });
    }
}
