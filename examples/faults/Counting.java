// SPDX-License-Identifier: Apache-2.0
import java.util.stream.Stream;
import org.jshmem.*;

/// A count that proves too little: PEs in a row sum up, chunk by chunk, and count by one signal the chunks that came.
/// A later put may overtake an earlier one: `--late-puts` names both lines. After the ring of NVIDIA/nvshmem issue 84.
/// With an argument each chunk has a signal of its own, and the last PE prints the number of PEs.
public class Counting {
    static final int CHUNKS = 4, LENGTH = 64;

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs sum = sh.longs(CHUNKS * LENGTH).named("sum");
            int signals = a.length == 0 ? 1 : CHUNKS, me = sh.myPe(), last = sh.nPes() - 1;
            Signal[] came = Stream.generate(sh::signal).limit(signals).toArray(Signal[]::new);
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                Signal its = came[chunk % signals];
                int first = chunk * LENGTH;
                if (me > 0) its.waitUntil(Cmp.GE, 1 + chunk / signals);
                for (int i = first; i < first + LENGTH; i++) sum.set(i, sum.get(i) + 1);
                if (me < last) sum.putSignalNbi(first, sum, first, LENGTH, its, 1, SignalOp.ADD, me + 1);
            }
            sh.barrierAll();
            if (me == last) System.out.println(sum.get(0));
        });
    }
}
