// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Map;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Test of atomics on a word of the partner that only one PE changes, and on one word that all PEs of the pairs
/// change.
public record Atomics(String name) implements Test.Paired {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public String about() {
        return "8-byte atomics: 'own', on a word of the partner that only this PE changes; 'contended', all PEs of the"
                + " pairs on one word of PE 0";
    }

    @Override
    public void run(Bench b) {
        b.floors.operations(
                this,
                Map.of(
                        "fetch-add", "fetchAdd-own",
                        "compare-swap", "compareSwap-own",
                        "swap", "swap-own",
                        "add", "add-own",
                        "load", "fetch-own"));
        SymLongs words = b.sh.longs(WORDS);
        b.ways(this, (pairs, access) -> {
            own(b, words, pairs, access);
            contended(b, words, pairs, access);
        });
        words.free();
    }

    private void own(Bench b, SymLongs words, Pairs pairs, Access access) {
        int me = b.sh.myPe();
        int pe = pairs.partner(me);
        boolean works = pairs.isOrigin(me);
        for (Kind kind : Kind.values()) {
            if (access == Access.PTR && kind.compareTo(Kind.COMPARE_SWAP) > 0) continue;
            Case c = Case.pairs(name, kind.label + "-own", access, pairs, 8).moves(0);
            // the quiet at the end of a batch of adds is not part of a single one
            b.measure(kind == Kind.ADD ? c : c.latency(), works ? batch(b.sh, words, kind, access, pe) : Batch.IDLE);
        }
    }

    private void contended(Bench b, SymLongs words, Pairs pairs, Access access) {
        boolean works = pairs.isActive(b.sh.myPe());
        for (Kind kind : new Kind[] {Kind.FETCH_ADD, Kind.COMPARE_SWAP}) {
            Case c = Case.pairs(name, kind.label + "-contended", access, pairs, 8)
                    .moves(0)
                    .reportedBy(pairs::isActive);
            b.measure(c, works ? batch(b.sh, words, kind, access, 0) : Batch.IDLE);
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

    private static Batch batch(Shmem sh, SymLongs words, Kind kind, Access access, int pe) {
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
                        Bench.used(sum);
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
                    Bench.used(sum);
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
                    Bench.used(sum);
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
                    Bench.used(sum);
                };
        };
    }
}
