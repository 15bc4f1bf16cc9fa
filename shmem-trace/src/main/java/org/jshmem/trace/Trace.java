// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.trace.Track.Named;

/// A trace that was read from a file. Its job may still run, and its PEs may have been killed.
///
/// @param title the program, and the machine that it ran on
/// @param virtual whether its times are virtual
/// @param tracks the tracks of the PEs
/// @param first the beginning of the earliest event
/// @param last the end of the latest event
public record Trace(String title, boolean virtual, List<Track> tracks, long first, long last) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    /// Reads a trace file.
    public static Trace read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MemorySegment all = TraceFile.map(file, channel, Arena.ofAuto()); // as long as the trace is reachable
            TraceFile.Sizes sizes = TraceFile.sizes(all);
            List<Track> tracks = new ArrayList<>();
            for (int pe = 0; pe < sizes.npes(); pe++) {
                var part = new PartReader(all.asSlice(sizes.part(pe), sizes.partBytes()));
                tracks.add(part.track(pe, sizes.events()));
            }
            var starts = tracks.stream().filter(track -> track.size() > 0).mapToLong(track -> track.event(0).start);
            long first = starts.min().orElse(0);
            long last = tracks.stream().mapToLong(Track::last).max().orElse(0);
            String title = text(all, TraceFile.TITLE_OFFSET + Integer.BYTES, all.get(INT, TraceFile.TITLE_OFFSET));
            boolean virtual = all.get(INT, TraceFile.VIRTUAL_OFFSET) != 0;
            return new Trace(title, virtual, tracks, first, last);
        }
    }

    /// The unit of times in a nanosecond: virtual times are picoseconds.
    int perNano() {
        return virtual ? 1000 : 1;
    }

    /// The event with a number.
    TraceEvent event(long number) {
        return tracks.get((int) (number >>> 32)).event((int) number);
    }

    /// Passes the events of all PEs on, in the order of their beginnings.
    void inOrder(Consumer<TraceEvent> visitor) {
        var next = new PriorityQueue<>(Comparator.comparingLong((TraceEvent e) -> e.start));
        for (Track track : tracks) if (track.size() > 0) next.add(track.event(0));
        for (TraceEvent e; (e = next.poll()) != null; ) {
            visitor.accept(e);
            if (e.index + 1 < e.track.size()) next.add(e.track.event(e.index + 1));
        }
    }

    private static String text(MemorySegment from, long at, int bytes) {
        return new String(from.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /// The reader of a PE's part.
    private static final class PartReader {
        private final MemorySegment part;
        private final Map<Long, String> names = new HashMap<>();
        private final TreeMap<Long, List<Named>> objects = new TreeMap<>();

        PartReader(MemorySegment part) {
            this.part = part;
        }

        Track track(int pe, long room) {
            texts(part.asSlice(
                    TraceFile.PAGE, Math.clamp(part.get(LONG, TraceFile.TEXT_USED_OFFSET), 0, TraceFile.TEXT_BYTES)));
            long claimed = part.get(LONG, TraceFile.CLAIMED_OFFSET);
            int[] whole = IntStream.range(0, (int) Math.clamp(claimed, 0, Math.min(room, Integer.MAX_VALUE)))
                    .filter(slot -> word(slot, TraceFile.SEQUENCE) != 0) // 0: its writer was killed before
                    .toArray();
            // of one moment, because a running job may end an event while they are sorted
            long[] starts = times(whole, TraceFile.START);
            long[] ends = times(whole, TraceFile.END);
            long last = LongStream.concat(LongStream.of(starts), LongStream.of(ends))
                    .max()
                    .orElse(0);
            int[] slots = IntStream.range(0, whole.length)
                    .boxed()
                    .sorted(Comparator.comparingLong((Integer i) -> starts[i])
                            .thenComparing(i -> ends[i] == TraceFile.OPEN ? -last : -ends[i]))
                    .mapToInt(i -> whole[i])
                    .toArray();
            int[] calls = new int[slots.length];
            return new Track(pe, claimed - slots.length, last, part, slots, calls, names, objects).withCalls();
        }

        private long[] times(int[] slots, int which) {
            return IntStream.of(slots).mapToLong(slot -> word(slot, which)).toArray();
        }

        private long word(int slot, int which) {
            return part.get(LONG, TraceFile.Sizes.RING + ((long) slot << TraceFile.EVENT_SHIFT) + which);
        }

        private void texts(MemorySegment from) {
            long at = 0;
            while (at + TraceFile.ENTRY_HEAD <= from.byteSize()) {
                int length = from.get(INT, at);
                if (length < 0 || length > from.byteSize() - at - TraceFile.ENTRY_HEAD) return; // damaged from here on
                entry(from.asSlice(at), text(from, at + TraceFile.ENTRY_HEAD, length));
                at += TraceFile.ENTRY_HEAD + length + 7 & -8;
            }
        }

        private void entry(MemorySegment head, String text) {
            long a = head.get(LONG, 8);
            switch (head.get(INT, Integer.BYTES)) {
                case TraceFile.TEXT_NAME -> names.put(a, text);
                case TraceFile.TEXT_OBJECT -> {
                    var named = new Named(head.get(LONG, TraceFile.ENTRY_SINCE), head.get(LONG, 16), text);
                    objects.computeIfAbsent(a, at -> new ArrayList<>()).add(named);
                }
                case TraceFile.TEXT_NAMED -> {
                    List<Named> there = objects.get(a);
                    if (there == null) return;
                    Named last = there.removeLast();
                    there.add(new Named(last.since(), last.bytes(), '"' + text + '"'));
                }
                default -> {}
            }
        }
    }
}
