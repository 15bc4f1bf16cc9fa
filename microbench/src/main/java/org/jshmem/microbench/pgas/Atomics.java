// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
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
public record Atomics(String name) implements Benchmark {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public boolean paired() {
        return true;
    }

    @Override
    public String about() {
        return "8-byte atomics: 'own', on a word of the partner that only this PE changes; 'contended', all PEs of the"
                + " pairs on one word of PE 0";
    }

    @Override
    public void run(Runner r) {
        SymLongs words = r.sh.longs(WORDS);
        r.pairings(this, (pairs, access) -> {
            own(r, words, pairs, access);
            contended(r, words, pairs, access);
        });
        words.free();
    }

    private void own(Runner r, SymLongs words, Pairs pairs, Access access) {
        int me = r.sh.myPe();
        int pe = pairs.partner(me);
        boolean works = pairs.isOrigin(me);
        for (Kind kind : Kind.values()) {
            if (access == Access.PTR && kind.compareTo(Kind.COMPARE_SWAP) > 0) continue;
            Row row = Runner.row(name, kind.label + "-own", access, pairs, 8).moved(0);
            // the quiet at the end of a batch of adds is not part of a single one
            r.measure(row, works ? batch(r.sh, words, kind, access, pe) : Operation.NONE);
        }
    }

    private void contended(Runner r, SymLongs words, Pairs pairs, Access access) {
        boolean works = pairs.isActive(r.sh.myPe());
        for (Kind kind : new Kind[] {Kind.FETCH_ADD, Kind.COMPARE_SWAP}) {
            Row row = Runner.row(name, kind.label + "-contended", access, pairs, 8)
                    .moved(0);
            r.measure(row, works ? batch(r.sh, words, kind, access, 0) : Operation.NONE);
        }
    }

    private enum Kind {
        FETCH_ADD("fetchAdd"),
        COMPARE_SWAP("compareSwap"),
        SWAP("swap"),
        ADD("add"),
        FETCH("fetch");

        final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    private static Operation batch(Shmem sh, SymLongs words, Kind kind, Access access, int pe) {
        if (access == Access.PTR) {
            MemorySegment remote = words.ptr(pe);
            Work work = Work.scalars(1).bytes(8, 8);
            return kind == Kind.FETCH_ADD
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
            case FETCH_ADD ->
                n -> {
                    long sum = 0; // an atomic whose value is not used would be compiled to another instruction
                    for (int i = 0; i < n; i++) sum += words.fetchAdd(WORD, 1, pe);
                    Runner.used(sum);
                };
            case COMPARE_SWAP ->
                n -> {
                    long seen = 0;
                    for (int i = 0; i < n; i++) seen = words.compareSwap(WORD, seen, seen + 1, pe);
                };
            case SWAP ->
                n -> {
                    long sum = 0;
                    for (int i = 0; i < n; i++) sum += words.atomicSwap(WORD, i, pe);
                    Runner.used(sum);
                };
            case ADD ->
                n -> {
                    for (int i = 0; i < n; i++) words.add(WORD, 1, pe);
                    sh.quiet();
                };
            case FETCH ->
                n -> {
                    long sum = 0;
                    for (int i = 0; i < n; i++) sum += words.atomicFetch(WORD, pe);
                    Runner.used(sum);
                };
        };
    }
}
