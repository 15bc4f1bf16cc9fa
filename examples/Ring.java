// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// A token goes round the ring of PEs, each adding one: put with signal, a reduction, and a store through a pointer.
///
/// `bin/oshrun -np 4 examples/Ring.java`
public class Ring {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), n = sh.nPes(), next = (me + 1) % n;
            System.out.printf("Hello from PE %d of %d%n", me, n);
            SymLongs box = sh.longs(1), part = sh.longs(2), sum = sh.longs(2);
            Signal ready = sh.signal();
            if (me == 0) box.putSignal(0, new long[] {1}, 0, 1, ready, 1, SignalOp.SET, next);
            ready.waitUntil(Cmp.GE, 1);
            if (me != 0) box.putSignal(0, new long[] {box.get(0) + 1}, 0, 1, ready, 1, SignalOp.SET, next);
            else System.out.println("token came home as " + box.get(0));
            part.set(0, me);
            part.set(1, 1);
            sh.world().reduce(Op.SUM, sum, part, 2);
            MemorySegment right = box.ptr(next);
            if (right == null) box.p(0, 100 + me, next); // its memory is out of reach of loads and stores
            else right.setAtIndex(ValueLayout.JAVA_LONG, 0, 100 + me);
            sh.barrierAll();
            if (box.get(0) != 100 + (me + n - 1) % n || sum.get(1) != n) throw new AssertionError();
        });
    }
}
