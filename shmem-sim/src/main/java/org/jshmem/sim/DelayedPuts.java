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

/// Puts that an adversary holds back for as long as the specification allows, and then delivers last one first: what
/// hardware seldom does. A program that forgot a fence or a quiet fails here every time.
final class DelayedPuts {
    /*
     * A put arrives when its channel completes it (quiet, barrier, the end), at the end of a quiet that takes long. A fence
     * begins an epoch: what is put, signalled or changed atomically in a later one comes to a PE after all earlier ones.
     * A signal or an atomic of the program comes after nothing else, but a signal after the put that it is tied to;
     * flags of the library come after everything, as it may rely on.
     *
     * A word that somebody looks at, by waiting or testing, is a flag or is used as one: it arrives alone, once it has been
     * missed, since waits are to end; the rest of the same put stays under way.
     *
     * What a non-blocking call moves is read from its source on arrival. One that gets is held for the own PE.
     */
    private static final class Held {
        private final SimChannel by;
        private final int epoch;
        private final long number; // of the put that it is a part of
        private final int region;
        private final MemorySegment bytes;
        private final long start; // where its bytes begin
        private final String made;
        private final PendingCalls.Source source; // of a non-blocking call, else null
        private final String word;
        private long from;
        private long to;

        Held(
                SimChannel by,
                long number,
                int region,
                long offset,
                long bytes,
                String made,
                PendingCalls.Source source,
                String word) {
            this(
                    by,
                    by.epoch(),
                    number,
                    region,
                    Arena.ofAuto().allocate(bytes, Long.BYTES),
                    offset,
                    made,
                    source,
                    word);
            from = offset;
            to = offset + bytes;
        }

        private Held(
                SimChannel by,
                int epoch,
                long number,
                int region,
                MemorySegment bytes,
                long start,
                String made,
                PendingCalls.Source source,
                String word) {
            this.by = by;
            this.epoch = epoch;
            this.number = number;
            this.region = region;
            this.bytes = bytes;
            this.start = start;
            this.made = made;
            this.source = source;
            this.word = word;
        }

        Held part(long first, long end) {
            Held part = new Held(by, epoch, number, region, bytes, start, made, source, word);
            part.from = first;
            part.to = end;
            return part;
        }

        boolean meets(int where, long first, long end) {
            return region == where && from < end && first < to;
        }
    }

    private static final Comparator<Held> LATEST_FIRST_IN_EPOCH =
            Comparator.<Held>comparingInt(h -> h.epoch).thenComparingLong(h -> -h.number);

    /// How long a quiet takes that has something to complete: 1 ms, in which others come to read too early.
    static final long QUIET = Picos.ofNanos(1_000_000);

    private final Simulation sim;
    private final List<Held> held = new ArrayList<>();
    private long puts;

    /// The non-blocking calls under way.
    final PendingCalls nonBlocking;

    DelayedPuts(Simulation sim) {
        this.sim = sim;
        nonBlocking = new PendingCalls(sim);
    }

    /// Holds a put back; the caller copies its bytes to the address that this returns, and then calls [#made].
    long hold(SimChannel by, int region, long offset, long bytes) {
        return hold(by, region, offset, bytes, null, "put", made(by, offset, bytes));
    }

    private long hold(
            SimChannel by, int region, long offset, long bytes, PendingCalls.Source source, String word, String made) {
        Held put = new Held(by, ++puts, region, offset, bytes, made, source, word);
        held.add(put);
        return put.bytes.address();
    }

    private String made(SimChannel by, long offset, long bytes) {
        return "%s%s, t=%s"
                .formatted(sim.objects.words(offset, bytes), sim.races.here(), Picos.show(sim.engine.now(by.pe())));
    }

    /// Holds back what a non-blocking call puts, from a source that is private where `from` is -1, else of that PE.
    void putNbi(
            SimChannel by, int region, long offset, PendingCalls.Source source, int from, long fromOffset, long bytes) {
        String made = made(by, offset, bytes);
        nonBlocking.put(by, source, from, fromOffset, bytes, made);
        source.read(0, hold(by, region, offset, bytes, source, "putNbi", made), bytes);
        made();
    }

    /// Holds back what a non-blocking call gets into the PE's own region.
    void getNbi(SimChannel by, long offset, PendingCalls.Source source, long bytes) {
        hold(by, by.pe(), offset, bytes, source, "getNbi", made(by, offset, bytes));
        made();
    }

    /// The latest put has its bytes: what is waited for already arrives.
    void made() {
        Held put = held.getLast();
        sim.pollers.eachAwaited(put.region, put.from, put.to, (from, to) -> looked(put.region, from, to, put.by.pe()));
    }

    /// Whether puts of a channel are under way.
    boolean holds(SimChannel by) {
        for (Held put : held) if (put.by == by) return true;
        return false;
    }

    /// What a channel holds for a PE from before an epoch arrives there.
    void before(SimChannel by, int region, int epoch) {
        deliver(by.pe(), h -> h.by == by && h.region == region && h.epoch < epoch);
    }

    /// The latest put of a channel to a PE arrives there, and what a fence ordered before it.
    void latest(SimChannel by, int region) {
        long number = 0;
        for (Held h : held) if (h.by == by && h.region == region) number = Math.max(number, h.number);
        if (number == 0) return;
        long last = number;
        deliver(by.pe(), h -> h.by == by && h.region == region && (h.number == last || h.epoch < by.epoch()));
    }

    /// All that a channel holds arrives.
    void complete(SimChannel by) {
        deliver(by.pe(), h -> h.by == by);
    }

    private void deliver(int pe, Predicate<Held> which) {
        if (held.isEmpty()) return;
        List<Held> arriving =
                held.stream().filter(which).sorted(LATEST_FIRST_IN_EPOCH).toList();
        held.removeAll(arriving);
        for (Held put : arriving) arrive(put, put.from, put.to, pe);
    }

    private void arrive(Held put, long from, long to, int pe) {
        if (put.source != null) put.source.read(from - put.start, put.bytes.address() + (from - put.start), to - from);
        Memory.copy(put.bytes.address() + (from - put.start), sim.regions.address(put.region, from), to - from);
        sim.pollers.changed(put.region, from, to, sim.engine.now(pe));
    }

    /// A PE has looked at bytes, and looks again: these bytes arrive, in the order in which they were put, and what a
    /// fence ordered before them.
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

    /// A PE reads bytes, not as a flag: reports what is under way there.
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

    /// What makes a put arrive before this PE reads: only what completes or orders the channel that it was made
    /// through, on the PE that made it.
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
