// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Where;

/// Tests of contiguous puts or gets of growing size between the PEs of pairs.
///
/// @param put whether the origin puts; else it gets
/// @param nonBlocking whether it calls the non-blocking routine
public record Copies(String name, Kind kind, boolean put, boolean nonBlocking) implements Test.Copied {
    private static final int WINDOW = 64;
    private static final long LARGEST_MESSAGE = 4096;

    /// The order of copies and quiets.
    public enum Kind {
        /// The same buffer again and again; a quiet after each sample.
        ONE_WAY,
        /// As ONE_WAY, by both PEs of a pair at once.
        BOTH_WAYS,
        /// A quiet after each copy.
        COMPLETED,
        /// Windows of copies to consecutive places, each with a quiet.
        RATE
    }

    @Override
    public String about() {
        String routine = (nonBlocking ? "non-blocking " : "") + (put ? "put" : "get");
        String beginning = routine + "s of the same buffer one after the other, ";
        String end = put ? "; quiet after each sample" : "";
        return switch (kind) {
            case ONE_WAY -> beginning + "by the origin of each pair" + end;
            case BOTH_WAYS -> beginning + "by both PEs of a pair at once; MB/s count both ways" + end;
            case COMPLETED ->
                "one " + (put ? "putNbi" : "getNbi") + " and the quiet that completes it, by the origin of each pair";
            case RATE ->
                "windows of " + WINDOW + " " + routine + (put ? "s to" : "s from")
                        + " consecutive places and one quiet;"
                        + " time of one, so 1000 / median is millions of messages a second for each pair";
        };
    }

    private int window() {
        return kind == Kind.COMPLETED ? 1 : WINDOW;
    }

    @Override
    public boolean sharing() {
        return kind == Kind.ONE_WAY;
    }

    @Override
    public long largest(Where where) {
        return kind == Kind.RATE ? LARGEST_MESSAGE : Test.Copied.super.largest(where);
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return Test.Copied.super.heap(settings, kind == Kind.RATE ? WINDOW * bytes : bytes, npes);
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        try (var buffers = new Buffers(b.sh, sizes.getLast() * (kind == Kind.RATE ? WINDOW : 1))) {
            b.floors.copies(this, sizes, 1);
            if (kind == Kind.COMPLETED) { // a call with no stores to match it: once, for any --access
                for (Pairs pairs : b.pairings(this)) sweep(b, sizes, buffers, pairs, Access.PUTGET);
            } else b.ways(this, (pairs, access) -> sweep(b, sizes, buffers, pairs, access));
        }
    }

    private void sweep(Bench b, List<Long> sizes, Buffers buffers, Pairs pairs, Access access) {
        int me = b.sh.myPe();
        boolean works = kind == Kind.BOTH_WAYS ? pairs.isActive(me) : pairs.isOrigin(me);
        b.sweep(
                sizes,
                bytes -> row(pairs, access, bytes),
                bytes -> works ? batch(b.sh, buffers, access, bytes, pairs.partner(me)) : Batch.IDLE);
    }

    private Case row(Pairs pairs, Access access, long bytes) {
        int window = window();
        return switch (kind) {
            case ONE_WAY -> Case.pairs(name, "contiguous", access, pairs, bytes);
            case BOTH_WAYS ->
                Case.pairs(name, "contiguous", access, pairs, bytes)
                        .moves(2 * bytes)
                        .reportedBy(pairs::isActive);
            case COMPLETED ->
                Case.pairs(name, "nbi-quiet", access, pairs, bytes).latency();
            case RATE ->
                Case.pairs(name, "window-" + window, access, pairs, bytes)
                        .hops(window)
                        .moves(bytes * window);
        };
    }

    private Batch batch(Shmem sh, Buffers buffers, Access access, long bytes, int pe) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        boolean windows = kind != Kind.ONE_WAY && kind != Kind.BOTH_WAYS;
        if (access == Access.PTR) {
            MemorySegment from = put ? src.local() : src.ptr(pe);
            MemorySegment to = put ? dst.ptr(pe) : dst.local();
            return windows ? stores(sh, from, to, bytes) : n -> copies(sh, from, to, bytes, Bench.copying(bytes), n);
        }
        if (windows && window() == 1) return singles(sh, src, dst, bytes, pe);
        if (windows) return windows(sh, src, dst, bytes, kind == Kind.RATE ? bytes : 0, pe);
        return put
                ? n -> {
                    for (int i = 0; i < n; i++) dst.put(0, src, 0, bytes, pe);
                    sh.quiet();
                }
                : n -> {
                    for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, pe);
                };
    }

    private static void copies(Shmem sh, MemorySegment from, MemorySegment to, long bytes, Work work, int n) {
        for (int i = 0; i < n; i++) {
            MemorySegment.copy(from, 0, to, 0, bytes);
            sh.compute(work);
        }
    }

    private static Batch stores(Shmem sh, MemorySegment from, MemorySegment to, long bytes) {
        Work work = Bench.copying(WINDOW * bytes);
        return n -> {
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < WINDOW; k++) MemorySegment.copy(from, k * bytes, to, k * bytes, bytes);
                sh.compute(work);
                sh.quiet();
            }
        };
    }

    /// Copies with a quiet after each. Each routine has a loop of its own.
    private Batch singles(Shmem sh, SymMem src, SymMem dst, long bytes, int pe) {
        if (nonBlocking) {
            return put
                    ? n -> {
                        for (int i = 0; i < n; i++) {
                            dst.putNbi(0, src, 0, bytes, pe);
                            sh.quiet();
                        }
                    }
                    : n -> {
                        for (int i = 0; i < n; i++) {
                            src.getNbi(0, dst, 0, bytes, pe);
                            sh.quiet();
                        }
                    };
        }
        return put
                ? n -> {
                    for (int i = 0; i < n; i++) {
                        dst.put(0, src, 0, bytes, pe);
                        sh.quiet();
                    }
                }
                : n -> {
                    for (int i = 0; i < n; i++) {
                        src.get(0, dst, 0, bytes, pe);
                        sh.quiet();
                    }
                };
    }

    /// Windows of copies, `step` bytes apart. Each routine has a loop of its own.
    private Batch windows(Shmem sh, SymMem src, SymMem dst, long bytes, long step, int pe) {
        if (nonBlocking) {
            return put
                    ? n -> {
                        for (int i = 0; i < n; i++) {
                            for (int k = 0; k < WINDOW; k++) dst.putNbi(k * step, src, k * step, bytes, pe);
                            sh.quiet();
                        }
                    }
                    : n -> {
                        for (int i = 0; i < n; i++) {
                            for (int k = 0; k < WINDOW; k++) src.getNbi(k * step, dst, k * step, bytes, pe);
                            sh.quiet();
                        }
                    };
        }
        return put
                ? n -> {
                    for (int i = 0; i < n; i++) {
                        for (int k = 0; k < WINDOW; k++) dst.put(k * step, src, k * step, bytes, pe);
                        sh.quiet();
                    }
                }
                : n -> {
                    for (int i = 0; i < n; i++) {
                        for (int k = 0; k < WINDOW; k++) src.get(k * step, dst, k * step, bytes, pe);
                        sh.quiet();
                    }
                };
    }
}
