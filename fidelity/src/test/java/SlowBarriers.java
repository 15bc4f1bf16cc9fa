// SPDX-License-Identifier: Apache-2.0

import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Puts words, and fails where barriers are slow: by an exception, or by the end of its JVM.
final class SlowBarriers {
    private static int mains; // of this PE

    private SlowBarriers() {}

    /// Arguments: the number of words; `throws`, `exits` or `never`.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (mains++ > 0) throw new IllegalStateException("static fields are those of another PE or run");
            SymLongs x = sh.longs(64);
            sh.barrierAll();
            for (int i = 0; i < Integer.parseInt(a[0]); i++) x.p(i, i, 1 - sh.myPe());
            long start = sh.nanoTime();
            for (int i = 0; i < 4; i++) sh.barrierAll();
            boolean slow = sh.nanoTime() - start > 2000;
            if (slow && a[1].equals("throws")) throw new IllegalStateException("slow");
            if (slow && a[1].equals("exits")) Runtime.getRuntime().halt(7);
            sh.barrierAll();
        });
    }
}
