// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import org.jshmem.Mailbox;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Test of mailboxes: the latency of one message, messages to random PEs in phases, and an empty phase.
public record Mailboxes(String name) implements Benchmark.Paired {
    private static final int[] SIZES = {8, 64, 4096};

    /// Words on each PE that the adds change at random: a power of two.
    private static final int WORDS = 1 << 12;

    @Override
    public String about() {
        return "one-way: a message with flush to the partner and back, one way; random: one of many messages of 8 bytes"
                + " from each PE to random PEs, with the end of their phase; add: an atomic add instead of the message,"
                + " with a barrier; phase: one without messages";
    }

    @Override
    public void run(Runner r) {
        try (Mailbox box = r.sh.mailbox()) {
            for (int bytes : SIZES) oneWay(r, box, bytes);
            int messages = r.sh.virtualTime() ? 1 << 8 : 1 << 16;
            random(r, box, messages);
            add(r, messages);
            r.measure(Row.of(name, "phase", "auto"), n -> {
                for (int i = 0; i < n; i++) {
                    box.end();
                    if (box.take() != null) throw new IllegalStateException("a message in an empty phase");
                }
            });
        }
    }

    private void oneWay(Runner r, Mailbox box, int bytes) {
        int me = r.sh.myPe();
        var pair = new Pairs(r.sh.nPes(), 1);
        int pe = pair.partner(me);
        byte[] message = new byte[bytes];
        Operation asks = n -> {
            for (int i = 0; i < n; i++) {
                box.send(pe, message);
                box.flush();
                Runner.used(box.receive().word());
            }
        };
        Operation answers = n -> {
            for (int i = 0; i < n; i++) {
                Runner.used(box.receive().word());
                box.send(pe, message);
                box.flush();
            }
        };
        Row row = Row.of(name, "one-way", "auto").bytes(bytes).per(2);
        r.measure(row, r.isFirst() ? asks : pair.isActive(me) ? answers : Operation.NONE);
    }

    private void random(Runner r, Mailbox box, int messages) {
        int npes = r.sh.nPes();
        long[] state = {r.sh.myPe() + 1};
        r.measure(Row.of(name, "random", "auto").bytes(8).per(messages), n -> {
            long x = state[0];
            long sum = 0;
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < messages; k++) {
                    x = next(x);
                    box.send(pe(x, npes), x);
                }
                box.end();
                for (var m = box.take(); m != null; m = box.take()) sum += m.word();
            }
            state[0] = x;
            Runner.used(sum);
        });
    }

    private void add(Runner r, int messages) {
        int npes = r.sh.nPes();
        SymLongs words = r.sh.longs(WORDS);
        long[] state = {r.sh.myPe() + 1};
        r.measure(Row.of(name, "add", "auto").bytes(8).per(messages), n -> {
            long x = state[0];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < messages; k++) {
                    x = next(x);
                    words.add(x & WORDS - 1, 1, pe(x, npes));
                }
                r.sh.barrierAll();
            }
            state[0] = x;
        });
        words.free();
    }

    /// Marsaglia's xorshift.
    private static long next(long x) {
        x ^= x << 13;
        x ^= x >>> 7;
        return x ^ x << 17;
    }

    private static int pe(long x, int npes) {
        return (int) ((x >>> 32) * npes >>> 32);
    }
}
