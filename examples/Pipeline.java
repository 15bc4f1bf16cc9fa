// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymFloats;
import org.jshmem.Work;

/// Layers on different PEs, the pattern of a pipeline: a PE waits for a batch of the previous PE, applies its layer, and
/// passes the batch on, while the previous PE computes the next one.
///
/// `putSignal` sets the signal after its data have arrived. A put and then a signal would not order the two, where a
/// library promises no more than OpenSHMEM does: a `fence` between them would.
///
/// `bin/oshrun -np 4 examples/Pipeline.java [apart]`; with `apart`, put and signal are two calls.
public class Pipeline {
    static final int BATCHES = 8, WIDTH = 64;

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), pes = sh.nPes();
            boolean apart = a.length > 0 && a[0].equals("apart");
            SymFloats activations = sh.floats(BATCHES * WIDTH).named("activations");
            Signal ready = sh.signal().named("ready");
            float[] x = new float[WIDTH];
            for (int batch = 0; batch < BATCHES; batch++) {
                int at = batch * WIDTH;
                Arrays.fill(x, batch);
                if (me > 0) ready.waitUntil(Cmp.GE, batch + 1);
                for (int i = 0; i < WIDTH && me > 0; i++) x[i] = activations.get(at + i);
                for (int i = 0; i < WIDTH; i++) x[i] += me + 1; // the layer
                sh.compute(Work.flops(WIDTH));
                if (me < pes - 1 && apart) {
                    activations.put(at, x, 0, WIDTH, me + 1);
                    ready.set(batch + 1, me + 1);
                } else if (me < pes - 1) {
                    activations.putSignal(at, x, 0, WIDTH, ready, batch + 1, SignalOp.SET, me + 1);
                } else if (x[WIDTH - 1] != batch + pes * (pes + 1) / 2) {
                    throw new AssertionError("batch " + batch + " ends as " + x[WIDTH - 1]);
                }
            }
            if (me == pes - 1) System.out.printf("%d batches passed %d layers%nVerification passed%n", BATCHES, pes);
        });
    }
}
