// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.Work;

/// A mixture of experts, the pattern of an exchange that overlaps with computation: each PE is an expert and has tokens,
/// and sends each token to the expert that its router chose. While a batch travels, the PE computes the one before.
///
/// Two buffers make this possible. `arrived` reports that a batch is whole, `read` that its buffer may be written again.
/// Without the wait for `read`, or with one buffer, a fast PE would overwrite tokens that an expert still reads.
///
/// `bin/oshrun -np 4 examples/Experts.java [single]`; with `single`, there is one buffer.
public class Experts {
    static final int BATCHES = 8, TOKENS = 50; // of a PE in a batch

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), pes = sh.nPes(), buffers = a.length > 0 && a[0].equals("single") ? 1 : 2;
            SymLongs inbox = sh.longs((long) buffers * pes * (1 + TOKENS)).named("inbox"); // of each PE: how many; tokens
            Signal[] arrived = sh.signals(pes), read = sh.signals(pes); // of each PE: batches
            long[] parcel = new long[1 + TOKENS];
            long sent = 0, computed = 0;
            for (int batch = 0; batch <= BATCHES; batch++) {
                sh.compute(Work.scalars(500L * TOKENS)); // the router
                for (int pe = 0; pe < pes && batch < BATCHES; pe++) {
                    parcel[0] = 0;
                    for (long token = me * TOKENS; token < (me + 1) * TOKENS; token++)
                        if ((token * 7 + batch) % 11 % pes == pe) parcel[(int) ++parcel[0]] = token;
                    for (int k = 1; k <= parcel[0]; k++) sent += parcel[k] * (pe + 1);
                    if (batch > 1) read[pe].waitUntil(Cmp.GE, batch - 1);
                    int at = (batch % buffers * pes + me) * (1 + TOKENS), length = 1 + (int) parcel[0];
                    inbox.putSignal(at, parcel, 0, length, arrived[me], batch + 1, SignalOp.SET, pe);
                }
                for (int pe = 0; pe < pes && batch > 0; pe++) {
                    arrived[pe].waitUntil(Cmp.GE, batch);
                    int at = ((batch - 1) % buffers * pes + pe) * (1 + TOKENS), length = (int) inbox.get(at);
                    for (int k = 1; k <= length; k++) computed += inbox.get(at + k) * (me + 1); // the expert
                    sh.compute(Work.scalars(1000L * length));
                    read[me].set(batch, pe);
                }
            }
            long all = sh.world().reduce(Op.SUM, sent), done = sh.world().reduce(Op.SUM, computed);
            if (all != done) throw new AssertionError("the experts computed " + done + " and not " + all);
            if (me == 0) System.out.printf("%d tokens, sum %d%nVerification passed%n", BATCHES * TOKENS * pes, done);
        });
    }
}
