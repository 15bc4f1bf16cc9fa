// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jshmem.PeerFailedException;

/// The clock of another host, measured by round trips: the value of that host's `System.nanoTime()` at a moment of
/// this host.
/*
 * This is Cristian's method. A question leaves at t0, the agent answers with its time T, and the answer arrives at t1.
 * T was read between t0 and t1; taking it for the middle errs by (t1 - t0) / 2 at most. The shortest of many round
 * trips counts. The error is half of the difference between the two ways. If messages take no less than the fastest
 * question in their direction, which uses the same way to the same agent, none seems to arrive before it left.
 *
 * Clocks drift apart, by microseconds in a second if they are not disciplined. So the clock is measured carefully at
 * the beginning and at the end, when PEs do not compute, and briefly each second; between these times it is
 * interpolated. The true distance of two moments is between those of their round trips, so later never becomes
 * earlier.
 */
public final class HostClock implements AutoCloseable {
    private static final int CAREFUL = 400;
    private static final long CAREFUL_NANOS = 50_000_000;
    private static final int BRIEF = 8;
    private static final long PAUSE_NANOS = 1_000_000_000;

    /// A sample taken while PEs compute counts if its error is at most this many times the best one.
    private static final int WORSE = 2;

    private static final int MOST_SAMPLES = 4096; // about an hour; then every other one is dropped

    /// The other clock was `ahead` by this time, within `error`, at a moment of this host.
    private record Sample(long ahead, long error) {}

    private final LongSupplier own;
    private final LongSupplier other;
    private final NavigableMap<Long, Sample> samples = new TreeMap<>(); // by the moment of this host
    private long best = Long.MAX_VALUE;
    private Thread asking;
    private volatile boolean closing;

    HostClock(LongSupplier own, LongSupplier other) {
        this.own = own;
        this.other = other;
    }

    /// Starts to measure the clock of host `to` by its agent, from host `from`, on which this process runs. On
    /// return the clock has been measured carefully, unless that host does not answer.
    public static HostClock start(Hosts hosts, int from, int to) {
        if (from == to) {
            LongSupplier own = System::nanoTime;
            return new HostClock(own, own);
        }
        var client = new Client(-1 - from, hosts, () -> {}, hosts.wiring().ofPe());
        var clock = new HostClock(System::nanoTime, () -> client.clock(to));
        if (!clock.ask(CAREFUL)) return clock;
        clock.asking = Thread.ofPlatform().daemon().name("clock").start(clock::askEachSecond);
        return clock;
    }

    private void askEachSecond() {
        do {
            LockSupport.parkNanos(PAUSE_NANOS);
        } while (!closing && ask(BRIEF));
    }

    /// Keeps the shortest of some round trips. Returns false without an answer.
    synchronized boolean ask(int trips) {
        Sample shortest = null;
        long at = 0;
        long since = own.getAsLong();
        try {
            for (int k = 0; k < trips; k++) {
                long t0 = own.getAsLong();
                long there = other.getAsLong();
                long t1 = own.getAsLong();
                long error = (t1 - t0 + 1) / 2;
                if (shortest == null || error < shortest.error) {
                    at = t0 + (t1 - t0) / 2;
                    shortest = new Sample(there - at, error);
                }
                if (t1 - since > CAREFUL_NANOS) break;
            }
        } catch (PeerFailedException | Wire.BrokenException | IllegalStateException e) {
            return false; // the processes that watch the hosts find that out too
        }
        best = Math.min(best, shortest.error);
        if (!samples.isEmpty() && shortest.error > WORSE * best) return true;
        samples.put(at, shortest);
        if (samples.size() > MOST_SAMPLES) {
            boolean[] drops = {true}; // the first and the last one stay
            samples.headMap(at).keySet().removeIf(_ -> drops[0] = !drops[0]);
        }
        return true;
    }

    /// The other host's time at a moment of this host.
    public synchronized long at(long nanos) {
        var before = samples.lowerEntry(nanos);
        var after = samples.ceilingEntry(nanos);
        if (before == null && after == null) return nanos;
        if (before == null) return nanos + after.getValue().ahead;
        long ahead = before.getValue().ahead;
        if (after == null) return nanos + ahead;
        double share = (double) (nanos - before.getKey()) / (after.getKey() - before.getKey());
        return nanos + ahead + Math.round(share * (after.getValue().ahead - ahead));
    }

    /// The largest error of [#at] at the times of measurement; 0 for this host's own clock, -1 if the other
    /// host never answered.
    public synchronized long errorNanos() {
        if (own == other) return 0;
        return samples.values().stream().mapToLong(Sample::error).max().orElse(-1);
    }

    /// Measures a last time, carefully.
    @Override
    public void close() {
        if (asking == null || closing) return;
        closing = true;
        LockSupport.unpark(asking);
        ask(CAREFUL);
    }
}
