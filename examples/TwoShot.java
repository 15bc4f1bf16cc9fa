// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Shmem;
import org.jshmem.SymFloats;
import org.jshmem.Work;

/// An all-reduce in two shots, the pattern of gradients: in the first shot each PE reads its share of the array from
/// all PEs and adds it up, in the second shot it writes the sums to all PEs.
///
/// Each share is added up by one PE, so all PEs get the same bits. Without the first barrier, a PE would add elements
/// that another PE has not set; without the second one, it would return before all sums have arrived.
///
/// `bin/oshrun -np 4 examples/TwoShot.java [unequal]`; with `unequal`, PE 1 allocates one element more than the others.
public class TwoShot {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), pes = sh.nPes(), length = 1000;
            if (a.length > 0 && a[0].equals("unequal") && me == 1) length++;
            SymFloats x = sh.floats(length).named("gradients");
            for (int i = 0; i < length; i++) x.set(i, i % 7 + me);
            allReduce(sh, x);
            for (int i = 0; i < length; i++) {
                float sum = pes * (i % 7) + pes * (pes - 1) / 2;
                if (x.get(i) != sum) throw new AssertionError("element " + i + " is " + x.get(i) + " and not " + sum);
            }
            if (me == 0) System.out.printf("%d floats of %d PEs are added up%nVerification passed%n", length, pes);
        });
    }

    static void allReduce(Shmem sh, SymFloats x) {
        int me = sh.myPe(), pes = sh.nPes();
        int first = (int) (me * x.length() / pes), share = (int) ((me + 1) * x.length() / pes) - first;
        float[] sum = new float[share], part = new float[share];
        sh.barrierAll(); // all PEs have set their elements
        for (int k = 0; k < pes; k++) {
            x.get(first, part, 0, share, (me + k) % pes); // each PE begins with another one
            for (int i = 0; i < share; i++) sum[i] += part[i];
        }
        sh.compute(Work.flops((long) share * pes));
        for (int k = 0; k < pes; k++) x.put(first, sum, 0, share, (me + k) % pes);
        sh.barrierAll(); // all sums have arrived
    }
}
