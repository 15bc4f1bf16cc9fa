// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.HdrHistogram.Histogram;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Where;

/// The distribution of single calls, for `--latency`: each call lies between two readings of the clock, which its time
/// includes.
///
/// With a rate the calls are due at equal distances, and a call's time begins when it was due: a call that waits behind
/// a slow one counts its wait. Without a rate the next call begins when the one before has ended, so that a slow call
/// delays the calls after it without a trace.
public final class SingleCalls implements AutoCloseable {
    private static final int DIGITS = 3; // of each time: an error of 0.1 %
    private static final long LONGEST = 100_000_000_000L; // nanoseconds
    private static final long SLEEPS = 200_000; // nanoseconds that are worth a sleep; below, the PE spins
    private static final double[] SHARES = {50, 99, 99.9, 100}; // percent of the calls

    private final Shmem sh;
    private final Where where;
    private final int rate;
    private final SymMem encoded;
    private final Histogram own = new Histogram(LONGEST, DIGITS);

    /// @param rate calls a second on each PE; 0 for one call after the other
    SingleCalls(Shmem sh, Where where, int rate) {
        this.sh = sh;
        this.where = where;
        this.rate = rate;
        encoded = sh.mem(heap());
    }

    /// Bytes of symmetric heap on each PE.
    static long heap() {
        return new Histogram(LONGEST, DIGITS).getNeededByteBufferCapacity();
    }

    /// The row under its name in a run of single calls.
    Row named(Row row) {
        String variant = row.variant() + (rate == 0 ? ", each call" : ", each of " + rate + "/s");
        return new Row(row.benchmark(), variant, row.access(), row.pairs(), row.bytes(), 0, row.per());
    }

    /// Times calls of this PE. `call` makes the given number of calls and returns their nanoseconds.
    void run(IntToLongFunction call, int calls) {
        own.reset();
        long begin = sh.nanoTime();
        for (int i = 0; i < calls; i++) {
            long due = begin + Math.round(i * 1e9 / Math.max(1, rate));
            if (rate != 0) await(due);
            long nanos = call.applyAsLong(1);
            own.recordValue(Math.clamp(rate == 0 ? nanos : sh.nanoTime() - due, 0, LONGEST));
        }
    }

    private void await(long due) {
        for (long left; (left = due - sh.nanoTime()) > 0; ) {
            if (where.virtual() || where.oversubscribed() || left > SLEEPS) sh.sleep(Duration.ofNanos(left));
            else Thread.onSpinWait();
        }
    }

    /// The result of the PEs that take part, on PE 0; null elsewhere. With a rate, only the PE that begins a round trip
    /// knows when a call was due. Collective.
    Result gather(Row row, boolean takesPart) {
        boolean counts = takesPart && (rate == 0 || row.per() == 1 || sh.myPe() < sh.nPes() / 2);
        if (!counts) own.reset();
        own.encodeIntoByteBuffer(encoded.local().asByteBuffer());
        sh.barrierAll();
        Result result = null;
        if (sh.myPe() == 0) {
            var all = new Histogram(LONGEST, DIGITS);
            var theirs = new byte[(int) encoded.length()];
            for (int pe = 0; pe < sh.nPes(); pe++) {
                encoded.get(0, MemorySegment.ofArray(theirs), pe);
                all.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(theirs), LONGEST));
            }
            result = result(row, all, where, Result.OWN);
        }
        sh.barrierAll(); // the times stay until PE 0 has read them
        return result;
    }

    /// The result of single calls of a row, whose nanoseconds `all` has.
    public static Result result(Row row, Histogram all, Where where, String source) {
        double[] at = Arrays.stream(SHARES)
                .map(share -> all.getValueAtPercentile(share) / (double) row.per())
                .toArray();
        double least = all.getMinValue() / (double) row.per();
        var score = new Score("ns", least, at[0], at[0], at[0], at[1], 0, 0, null);
        Map<String, String> tail = Map.of(
                "calls",
                all.getTotalCount() + "",
                "p99.9",
                Result.number(at[2]),
                Result.GREATEST,
                Result.number(at[3]));
        return new Result(row, score, where, source, tail);
    }

    @Override
    public void close() {
        encoded.free();
    }
}
