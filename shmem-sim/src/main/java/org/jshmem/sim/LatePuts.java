// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.check.ReportedAccess;
import org.jshmem.sim.check.SymbolNames;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.memory.MemoryWatch;
import org.jshmem.transport.Memory;

/// Puts that an adversary holds back for as long as the specification allows. It then delivers the latest put first, an
/// order that real hardware seldom produces. A program that forgot a fence or a quiet fails here in every run.
final class LatePuts implements AccessListener {
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
     *
     * A non-blocking put with its signal is one unit. A unit is due a quiet's time after its call, and whenever one is
     * due, the latest of its channel to that PE arrives: each unit made meanwhile overtakes it.
     */
    record Held(long number, int epoch, int region, Call call, long from, long to, Runnable signal) {
        Held part(long first, long end) {
            return new Held(number, epoch, region, call, first, end, null);
        }

        /// The place in the order of the calls at which those of a number begin, or in the order of the bytes.
        private static Held first(long number, long from) {
            return new Held(number, 0, 0, null, from, from, null);
        }
    }

    /// Duration of a quiet that has puts to complete: 1 ms, during which other PEs may read too early.
    static final long QUIET = Picos.ofNanos(1_000_000);

    private static final Comparator<Held> BY_CALL =
            Comparator.comparingLong(Held::number).thenComparingLong(Held::from);
    private static final Comparator<Held> BY_PLACE =
            Comparator.comparingLong(Held::from).thenComparingLong(Held::number);
    private static final Comparator<Held> BY_ARRIVAL =
            Comparator.comparingInt(Held::epoch).thenComparing(BY_CALL.reversed());

    /// The puts of one channel.
    static final class Stream {
        private final int pe;
        private final boolean isDefault; // of the default context
        private int epoch; // fences so far
        private final Map<Integer, TreeSet<Held>> held = new HashMap<>(); // by region, in the order of the calls

        Stream(int pe, boolean isDefault) {
            this.pe = pe;
            this.isDefault = isDefault;
        }

        void fence() {
            epoch++;
        }

        private TreeSet<Held> to(int region) {
            return held.computeIfAbsent(region, _ -> new TreeSet<>(BY_CALL));
        }

        /// The parts of a call that are held, and its signal.
        private static Set<Held> call(Held part) {
            return part.call.by.to(part.region).subSet(Held.first(part.number, 0), Held.first(part.number + 1, 0));
        }
    }

    /// The puts to one PE by their first bytes; none of them is longer than `longest`.
    private static final class Region {
        private final TreeSet<Held> held = new TreeSet<>(BY_PLACE);
        private long longest;
    }

    /// A call that may complete late: its channel and routine, its bytes as they were, their source, its line, and its
    /// time.
    private record Call(
            Stream by, String word, long offset, MemorySegment bytes, Source source, String line, long time) {

        String words(SymbolNames objects) {
            return "%s%s, t=%s".formatted(objects.words(offset, bytes.byteSize()), line, Picos.show(time));
        }

        /// The part of a report's key that is equal for all elements and times.
        String key(SymbolNames objects) {
            return objects.words(offset, bytes.byteSize()).replaceAll("\\[.*?]", "") + line;
        }
    }

    /// The source of a call, whose bytes begin at `from` of a segment. A non-blocking call may read them at any time
    /// before its quiet.
    record Source(MemorySegment segment, long from, boolean isNonBlocking) {
        /// Whether the bytes are read on arrival: the program has not freed the segment.
        private boolean isThere() {
            return isNonBlocking && segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
        }
    }

    /// The remedy for a report of a unit.
    private static final String OVERTAKEN =
            " a later one may overtake it, so that a count of signals does not show that this one came; give each put that may be under way a signal of its own";

    private final SimJob job;
    private final SymbolNames names;
    private final List<List<Stream>> streams = new ArrayList<>(); // by PE
    private final List<Region> regions = new ArrayList<>();
    private long calls;

    LatePuts(SimJob job) {
        this.job = job;
        names = job.reports.names;
        for (int pe = 0; pe < job.npes(); pe++) {
            streams.add(new ArrayList<>());
            regions.add(new Region());
        }
    }

    /// The puts of a new channel.
    Stream stream(int pe, boolean isDefault) {
        Stream opened = new Stream(pe, isDefault);
        streams.get(pe).add(opened);
        return opened;
    }

    private void add(Held put) {
        put.call.by.to(put.region).add(put);
        regions.get(put.region).held.add(put);
    }

    private void remove(Held put) {
        put.call.by.to(put.region).remove(put);
        regions.get(put.region).held.remove(put);
    }

    /// Holds a put back. Words of it that a PE already waits for arrive now.
    Held hold(Stream by, String word, int region, long offset, long bytes, Source source) {
        MemorySegment copy =
                MemorySegment.ofArray(new long[(int) (bytes + 7 >> 3)]).asSlice(0, bytes);
        MemorySegment.copy(source.segment, source.from, copy, 0, bytes);
        var call = new Call(by, word, offset, copy, source, job.reports.here(), job.kernel.now(by.pe));
        Held put = new Held(calls++, by.epoch, region, call, offset, offset + bytes, null);
        Region there = regions.get(region);
        there.longest = Math.max(there.held.isEmpty() ? 0 : there.longest, bytes);
        add(put);
        for (MemoryWatch each : List.copyOf(job.memory.waits(region))) {
            looked(by.pe, region, each.offset(), each.end());
        }
        return put;
    }

    /// Holds the signal of a non-blocking put back, an update of a word of its PE: both are a unit.
    void follow(Held put, long offset, Runnable signal) {
        Stream by = put.call.by;
        by.to(put.region)
                .add(new Held(put.number, put.epoch, put.region, put.call, offset, offset + Long.BYTES, signal));
        job.kernel.at(job.kernel.now(by.pe) + QUIET, () -> {
            for (Held unit : by.to(put.region).reversed()) {
                if (unit.signal == null) continue;
                before(by, put.region, unit.epoch, job.kernel.latest());
                deliver(Stream.call(unit), job.kernel.latest());
                return;
            }
        });
    }

    /// Whether puts of a channel are under way.
    boolean holds(Stream by) {
        return by.held.values().stream().anyMatch(puts -> !puts.isEmpty());
    }

    /// Delivers the puts of a channel to a PE that were made before an epoch: the first ones.
    private void before(Stream by, int region, int epoch, long now) {
        List<Held> earlier = new ArrayList<>();
        for (Held put : by.to(region)) {
            if (put.epoch >= epoch) break;
            earlier.add(put);
        }
        deliver(earlier, now);
    }

    /// Delivers the puts of a channel to a PE that come before a signal to a word there, or before an atomic on it. All
    /// puts come before one to a word of the library.
    void beforeWord(Stream by, int region, long offset) {
        before(by, region, names.has(offset) ? by.epoch : Integer.MAX_VALUE, job.kernel.now(by.pe));
    }

    /// Delivers the latest put of a channel to a PE, and all puts that a fence ordered before it.
    void latest(Stream by, int region) {
        long now = job.kernel.now(by.pe);
        before(by, region, by.epoch, now);
        if (!by.to(region).isEmpty()) deliver(Stream.call(by.to(region).last()), now);
    }

    /// Delivers all puts of a channel.
    void complete(Stream by) {
        deliver(by.held.values().stream().flatMap(Set::stream).toList(), job.kernel.now(by.pe));
    }

    /// Delivers all puts of a PE.
    void complete(int pe) {
        streams.get(pe).forEach(this::complete);
    }

    /// Of each epoch the latest put arrives first.
    private void deliver(Collection<Held> which, long now) {
        List<Held> arriving = which.stream().sorted(BY_ARRIVAL).toList();
        arriving.forEach(this::remove);
        for (Held put : arriving) arrive(put, put.from, put.to, now);
    }

    private void arrive(Held put, long from, long to, long now) {
        long skip = from - put.call.offset;
        long address = job.memory.address(put.region, from);
        Source source = put.call.source;
        if (put.signal != null) put.signal.run();
        else if (source.isThere()) Memory.copyIn(source.segment, source.from + skip, address, to - from);
        else Memory.copyIn(put.call.bytes, skip, address, to - from);
        job.memory.changed(put.region, from, to, now);
    }

    /// A PE has looked at bytes and may look again: the puts to these bytes arrive in the order of their calls. The
    /// puts that a fence ordered before them arrive first.
    @Override
    public void watched(int pe, int region, long from, long to, long now) {
        for (Held put : meeting(region, from, to)) {
            if (!regions.get(region).held.contains(put)) continue;
            before(put.call.by, region, put.epoch, now);
            long first = Math.max(from, put.from);
            long end = Math.min(to, put.to);
            remove(put);
            if (end < put.to) add(put.part(end, put.to));
            if (put.from < first) add(put.part(put.from, first));
            arrive(put, first, end, now);
        }
    }

    /// A PE has looked at bytes by a call.
    void looked(int pe, int region, long from, long to) {
        watched(pe, region, from, to, job.kernel.now(pe));
    }

    /// The puts to any of these bytes, in the order of their calls.
    private List<Held> meeting(int region, long from, long to) {
        Region there = regions.get(region);
        if (there.held.isEmpty()) return List.of();
        List<Held> found = new ArrayList<>();
        for (Held put : there.held.headSet(Held.first(0, to), false).descendingSet()) {
            if (put.from + there.longest <= from) break;
            if (put.from < to && from < put.to) found.add(put);
        }
        found.sort(BY_CALL);
        return found;
    }

    @Override
    public void own(int pe, AccessKind kind, long from, long to) {
        if (!kind.changes()) read(pe, kind, pe, from, to);
    }

    /// A PE reads bytes as data, not as a flag: reports the puts to these bytes that are still under way.
    void read(int pe, AccessKind event, int region, long from, long to) {
        if (!names.has(from)) return;
        for (Held put : meeting(region, from, to)) {
            long now = job.kernel.now(pe);
            var read = new ReportedAccess(pe, event, region, from, to, now, job.reports.here());
            boolean isUnit = Stream.call(put).stream().anyMatch(each -> each.signal != null);
            String word = isUnit ? "putSignalNbi" : put.call.word;
            String text = "late put on PE %d: PE %d %s, may miss PE %d %s of %s, which is still under way;"
                    .formatted(region, pe, read.words(names), put.call.by.pe, word, put.call.words(names));
            job.reports.add(
                    "late %s %s".formatted(put.call.key(names), read.line()),
                    text + (isUnit ? OVERTAKEN : remedy(put, pe)));
        }
    }

    /// The quiet of a non-blocking put: reports its source if that has changed since the call.
    void checkSource(Held put) {
        Source source = put.call.source;
        if (!source.isThere()) return;
        MemorySegment bytes = put.call.bytes;
        if (bytes.mismatch(source.segment.asSlice(source.from, bytes.byteSize())) < 0) return;
        int maker = put.call.by.pe;
        String here = job.reports.here();
        job.reports.add(
                "source %s %s".formatted(put.call.key(names), here),
                "source in use on PE %d: PE %d putNbi of %s, may not have read its source yet, and it has changed before quiet%s completes the put; a quiet before the change completes the put"
                        .formatted(maker, maker, put.call.words(names), here));
    }

    /// The remedy for another report: the call that makes a put arrive before this PE reads. Only a call that completes
    /// or orders the put's channel, on the PE that made the put, has this effect.
    private static String remedy(Held put, int reader) {
        int maker = put.call.by.pe;
        String quiet = put.call.by.isDefault
                ? " quiet or a barrier on PE %d between them makes it arrive".formatted(maker)
                : " quiet of its context on PE %d between them makes it arrive; a barrier and sh.quiet() do not"
                        .formatted(maker);
        if (put.call.word.equals("getNbi")) return quiet;
        int to = put.region;
        if (to != reader) return quiet + "; a fence orders puts to PE %d, and no get from it".formatted(to);
        return quiet
                + "; so does a fence%s on PE %d and then a flag to PE %d"
                        .formatted(put.call.by.isDefault ? "" : " of it", maker, reader);
    }
}
