// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// atomics on a word of the partner that only one PE changes, and on one word that all PEs of the pairs
/// change.
public record Atomics(String name) implements Benchmark.Paired {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final List<String> OWN = List.of("fetchAdd", "compareSwap", "swap", "add", "fetch");
    private static final List<String> CONTENDED = OWN.subList(0, 2);
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public String about() {
        return "8-byte atomics: 'own', on a word of the partner that only this PE changes; 'contended', all PEs of the"
                + " pairs on one word of PE 0";
    }

    @Override
    public void run(Runner r) {
        SymLongs words = r.sh.longs(WORDS);
        int me = r.sh.myPe();
        r.pairings(this, (pairs, access) -> {
            List<String> own = access == Access.PTR ? CONTENDED : OWN;
            rows(r, words, access, pairs, "-own", own, pairs.isOrigin(me), pairs.partner(me));
            rows(r, words, access, pairs, "-contended", CONTENDED, pairs.isActive(me), 0);
        });
        words.free();
    }

    private void rows(
            Runner r,
            SymLongs words,
            Access access,
            Pairs pairs,
            String word,
            List<String> kinds,
            boolean works,
            int pe) {
        for (String kind : kinds) {
            Row row = Runner.row(name, kind + word, access, pairs, 8).moved(0);
            r.measure(row, works ? batch(r.sh, words, kind, access, pe) : Operation.NONE);
        }
    }

    private static Operation batch(Shmem sh, SymLongs words, String kind, Access access, int pe) {
        if (access == Access.PTR) {
            MemorySegment remote = words.ptr(pe);
            Work work = Work.scalars(1).bytes(8, 8);
            return kind.equals("fetchAdd")
                    ? n -> {
                        long sum = 0;
                        for (int i = 0; i < n; i++) {
                            sum += (long) LONG.getAndAdd(remote, 8L * WORD, 1L);
                            sh.compute(work);
                        }
                        Runner.used(sum);
                    }
                    : n -> {
                        long seen = 0;
                        for (int i = 0; i < n; i++) {
                            seen = (long) LONG.compareAndExchange(remote, 8L * WORD, seen, seen + 1);
                            sh.compute(work);
                        }
                    };
        }
        return switch (kind) {
            case "fetchAdd" ->
                n -> {
                    long sum = 0; // an atomic whose value is not used would be compiled to another instruction
                    for (int i = 0; i < n; i++) sum += words.fetchAdd(WORD, 1, pe);
                    Runner.used(sum);
                };
            case "compareSwap" ->
                n -> {
                    long seen = 0;
                    for (int i = 0; i < n; i++) seen = words.compareSwap(WORD, seen, seen + 1, pe);
                };
            case "swap" ->
                n -> {
                    long sum = 0;
                    for (int i = 0; i < n; i++) sum += words.atomicSwap(WORD, i, pe);
                    Runner.used(sum);
                };
            case "add" ->
                n -> {
                    for (int i = 0; i < n; i++) words.add(WORD, 1, pe);
                    sh.quiet();
                };
            default ->
                n -> {
                    long sum = 0;
                    for (int i = 0; i < n; i++) sum += words.atomicFetch(WORD, pe);
                    Runner.used(sum);
                };
        };
    }
}
