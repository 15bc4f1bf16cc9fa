// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Compute while a put is under way
///
/// `putNbi` may return before it has read the data, so these must not change until `quiet` has returned.
/// `barrierAll` contains a `quiet`, and the data of the previous PE are here after it.
class Overlap {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymDoubles box = sh.doubles(1000);
            double[] data = new double[1000];
            data[999] = sh.myPe();
            box.putNbi(data, (sh.myPe() + 1) % sh.nPes());
            double sum = 0;
            for (int i = 0; i < 1000; i++) sum += Math.sin(i); // data must not change here
            sh.quiet();
            data[999] = -1;
            sh.barrierAll();
            int left = (sh.myPe() + sh.nPes() - 1) % sh.nPes();
            if (box.get(999) != left) throw new AssertionError("PE " + sh.myPe() + " received " + box.get(999));
            System.out.printf("PE %d has computed %.3f and received %.1f%n", sh.myPe(), sum, box.get(999));
        });
    }
}
