// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jshmem.sim.engine.Picos;
import org.jshmem.transport.Memory;

/// Puts that an adversary holds back for as long as the specification allows. It then delivers the latest put first, an
/// order that real hardware seldom produces. A program that forgot a fence or a quiet fails here in every run.
final class DelayedPuts {
    /*
     * A put arrives when its channel completes it (quiet, barrier, the end), at the end of a quiet that takes long. A
     * fence begins an epoch: puts, signals and atomics of a later epoch reach a PE after all puts of earlier epochs. A
     * signal or an atomic of the program may overtake the puts of its own epoch, except that a signal follows the put
     * that it is tied to. A flag of the library follows all earlier puts to that PE, because the library may rely on
     * this order.
     *
     * A word that a PE looks at, by waiting or testing, is a flag or serves as one. It arrives alone, after a look has
     * missed it, because waits must end. The rest of its put stays under way.
     *
     * The bytes of a non-blocking call are read from its source on arrival. A non-blocking get is held back for the
     * calling PE.
     */
    private record Held(
            SimChannel by,
            int epoch,
            long number, // of the put that it is a part of
            int region,
            MemorySegment bytes, // of the whole put
            long start, // offset of the put's first byte
            long from,
            long to,
            String made,
            PendingCalls.Source source, // of a non-blocking call, else null
            String word) {

        Held part(long first, long end) {
            return new Held(by, epoch, number, region, bytes, start, first, end, made, source, word);
        }

        boolean meets(int where, long first, long end) {
            return region == where && from < end && first < to;
        }
    }

    private static final Comparator<Held> LATEST_FIRST_IN_EPOCH =
            Comparator.comparingInt(Held::epoch).thenComparingLong(h -> -h.number);

    /// Duration of a quiet that has puts to complete: 1 ms, during which other PEs may read too early.
    static final long QUIET = Picos.ofNanos(1_000_000);

    private final Simulation sim;
    private final List<Held> held = new ArrayList<>();
    private long puts;

    /// The non-blocking calls that are under way.
    final PendingCalls nonBlocking;

    DelayedPuts(Simulation sim) {
        this.sim = sim;
        nonBlocking = new PendingCalls(sim);
    }

    /// Holds a put back. The caller copies the bytes to the returned address, and then calls [#made].
    long hold(SimChannel by, int region, long offset, long bytes) {
        return hold(by, region, offset, bytes, null, "put", made(by, offset, bytes));
    }

    private long hold(
            SimChannel by, int region, long offset, long bytes, PendingCalls.Source source, String word, String made) {
        MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
        held.add(new Held(by, by.epoch(), ++puts, region, copy, offset, offset, offset + bytes, made, source, word));
        return copy.address();
    }

    private String made(SimChannel by, long offset, long bytes) {
        return "%s%s, t=%s"
                .formatted(sim.objects.words(offset, bytes), sim.races.here(), Picos.show(sim.engine.now(by.pe())));
    }

    /// Holds back a non-blocking put. `from` is the PE whose region holds the source, -1 for a private source.
    void putNbi(
            SimChannel by, int region, long offset, PendingCalls.Source source, int from, long fromOffset, long bytes) {
        String made = made(by, offset, bytes);
        nonBlocking.put(by, source, from, fromOffset, bytes, made);
        source.read(0, hold(by, region, offset, bytes, source, "putNbi", made), bytes);
        made();
    }

    /// Holds back a non-blocking get into the calling PE's own region.
    void getNbi(SimChannel by, long offset, PendingCalls.Source source, long bytes) {
        hold(by, by.pe(), offset, bytes, source, "getNbi", made(by, offset, bytes));
        made();
    }

    /// The caller has copied the bytes of the latest put: words of it that a PE already waits for arrive now.
    void made() {
        Held put = held.getLast();
        sim.pollers.eachAwaited(put.region, put.from, put.to, (from, to) -> looked(put.region, from, to, put.by.pe()));
    }

    /// Whether puts of a channel are under way.
    boolean holds(SimChannel by) {
        for (Held put : held) if (put.by == by) return true;
        return false;
    }

    /// Delivers the puts of a channel to a PE that were made before an epoch.
    void before(SimChannel by, int region, int epoch) {
        deliver(by.pe(), h -> h.by == by && h.region == region && h.epoch < epoch);
    }

    /// Delivers the latest put of a channel to a PE, and all puts that a fence ordered before it.
    void latest(SimChannel by, int region) {
        long number = 0;
        for (Held h : held) if (h.by == by && h.region == region) number = Math.max(number, h.number);
        if (number == 0) return;
        long last = number;
        deliver(by.pe(), h -> h.by == by && h.region == region && (h.number == last || h.epoch < by.epoch()));
    }

    /// Delivers all puts of a channel.
    void complete(SimChannel by) {
        deliver(by.pe(), h -> h.by == by);
    }

    private void deliver(int pe, Predicate<Held> which) {
        if (held.isEmpty()) return;
        List<Held> arriving =
                held.stream().filter(which).sorted(LATEST_FIRST_IN_EPOCH).toList();
        held.removeIf(which);
        for (Held put : arriving) arrive(put, put.from, put.to, pe);
    }

    private void arrive(Held put, long from, long to, int pe) {
        if (put.source != null) put.source.read(from - put.start, put.bytes.address() + (from - put.start), to - from);
        Memory.copy(put.bytes.address() + (from - put.start), sim.regions.address(put.region, from), to - from);
        sim.pollers.changed(put.region, from, to, sim.engine.now(pe));
    }

    /// A PE has looked at bytes and may look again: the puts to these bytes arrive in the order of their calls. The
    /// puts that a fence ordered before them arrive first.
    void looked(int region, long from, long to, int pe) {
        for (Held put : List.copyOf(held)) {
            if (!put.meets(region, from, to) || !held.contains(put)) continue;
            before(put.by, region, put.epoch);
            long first = Math.max(from, put.from);
            long end = Math.min(to, put.to);
            int at = held.indexOf(put);
            held.remove(at);
            if (end < put.to) held.add(at, put.part(end, put.to));
            if (put.from < first) held.add(at, put.part(put.from, first));
            arrive(put, first, end, pe);
        }
    }

    /// A PE reads bytes as data, not as a flag: reports the puts to these bytes that are still under way.
    void read(int pe, Activity event, int region, long from, long to) {
        if (!sim.objects.has(from)) return;
        for (Held put : held) {
            if (!put.meets(region, from, to)) continue;
            String here = sim.races.here();
            sim.races.report(
                    "late %s %s".formatted(put.made.replaceAll(", t=.*|\\[.*?]", ""), here),
                    "late put on PE %d: PE %d %s of %s%s, t=%s, may miss PE %d %s of %s, which is still under way;"
                                    .formatted(
                                            region,
                                            pe,
                                            event.word(),
                                            sim.objects.words(from, to - from),
                                            here,
                                            Picos.show(sim.engine.now(pe)),
                                            put.by.pe(),
                                            put.word,
                                            put.made)
                            + remedy(put, pe));
        }
    }

    /// The remedy for a report: the call that makes a put arrive before this PE reads. Only a call that completes or
    /// orders the put's channel, on the PE that made the put, has this effect.
    private static String remedy(Held put, int reader) {
        int maker = put.by.pe();
        String quiet = put.by.isDefault()
                ? " quiet or a barrier on PE %d between them makes it arrive".formatted(maker)
                : " quiet of its context on PE %d between them makes it arrive; a barrier and sh.quiet() do not"
                        .formatted(maker);
        if (put.word.equals("getNbi")) return quiet;
        if (put.region != reader) return quiet + "; a fence orders nothing at another PE than the put's";
        return quiet
                + "; so does a fence%s on PE %d and then a flag to PE %d"
                        .formatted(put.by.isDefault() ? "" : " of it", maker, reader);
    }
}
