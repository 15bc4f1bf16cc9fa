// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jshmem.trace.Track.Host;
import org.jshmem.trace.Track.Named;

/// A trace that was read from a file. Its job may still run, and its PEs may have been killed.
///
/// @param title the program, and the machine that it ran on
/// @param virtual whether its times are virtual
/// @param tracks the tracks of the PEs
/// @param first the beginning of the earliest event
/// @param last the end of the latest event
public record Trace(String title, boolean virtual, List<Track> tracks, long first, long last) {
    private static final int CHUNK_EVENTS = 16384;

    /// Reads a trace file.
    public static Trace read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = TraceFile.header(file, channel);
            var reader = new Reader(channel, header);
            int npes = header.getInt(TraceFile.NPES_OFFSET);
            List<Track> tracks = new ArrayList<>();
            for (int pe = 0; pe < npes; pe++) tracks.add(reader.track(pe));
            byte[] title = new byte[header.getInt(TraceFile.TITLE_OFFSET)];
            header.get(TraceFile.TITLE_OFFSET + Integer.BYTES, title);
            boolean virtual = header.getInt(TraceFile.VIRTUAL_OFFSET) != 0;
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Track track : tracks) {
                for (TraceEvent e : track.events()) {
                    first = Math.min(first, e.start());
                    last = Math.max(last, e.end());
                }
            }
            String text = new String(title, StandardCharsets.UTF_8);
            return new Trace(text, virtual, tracks, first == Long.MAX_VALUE ? 0 : first, Math.max(last, 0));
        }
    }

    private static final class Reader {
        private final FileChannel channel;
        private final long events;
        private final long textBytes;

        // state of the PE that is being read
        private final List<String> lines = new ArrayList<>();
        private final List<String> routines = new ArrayList<>();
        private TreeMap<Long, List<Named>> objects = new TreeMap<>();
        private ClockOffset clock;

        Reader(FileChannel channel, ByteBuffer header) {
            this.channel = channel;
            this.events = header.getLong(TraceFile.EVENTS_OFFSET);
            this.textBytes = header.getLong(TraceFile.TEXT_BYTES_OFFSET);
        }

        Track track(int pe) throws IOException {
            long part = TraceFile.partOffset(pe, events, textBytes);
            ByteBuffer head = TraceFile.copy(channel, part, TraceFile.PAGE);
            Host host = TraceFile.host(head);
            clock = host == null ? new ClockOffset(0, 0, 0, 0, 0) : host.clock();
            long used = Math.clamp(head.getLong(TraceFile.TEXT_USED_OFFSET), 0, textBytes);
            texts(TraceFile.copy(channel, part + TraceFile.PAGE, (int) used));
            long claimed = head.getLong(TraceFile.CLAIMED_OFFSET);
            long there = Math.clamp(claimed, 0, events);
            List<TraceEvent> found = new ArrayList<>((int) there);
            long ring = part + TraceFile.PAGE + textBytes;
            for (long from = 0; from < there; from += CHUNK_EVENTS) {
                int n = (int) Math.min(CHUNK_EVENTS, there - from);
                int bytes = n << TraceFile.EVENT_SHIFT;
                ByteBuffer some = TraceFile.copy(channel, ring + (from << TraceFile.EVENT_SHIFT), bytes);
                for (int i = 0; i < n; i++) {
                    TraceEvent e = event(pe, some, i << TraceFile.EVENT_SHIFT);
                    if (e != null) found.add(e);
                }
            }
            long last = 0;
            for (TraceEvent e : found) last = Math.max(last, e.end());
            for (int i = 0; i < found.size(); i++) {
                if (found.get(i).open()) found.set(i, found.get(i).until(last));
            }
            found.sort(Comparator.comparingLong(TraceEvent::start)
                    .thenComparing(TraceEvent::end, Comparator.reverseOrder()));
            Track track = new Track(
                    pe,
                    head.getLong(TraceFile.PID_OFFSET),
                    host,
                    claimed - found.size(),
                    found,
                    new ArrayList<>(routines),
                    objects);
            lines.clear();
            routines.clear();
            objects = new TreeMap<>();
            return track;
        }

        private TraceEvent event(int pe, ByteBuffer from, int at) {
            if (from.getLong(at + TraceFile.SEQUENCE) == 0) return null; // its writer was killed before it was complete
            long what = from.getLong(at + TraceFile.WHAT);
            long began = from.getLong(at + TraceFile.START);
            long ended = from.getLong(at + TraceFile.END);
            long start = clock.at(began);
            long site = from.getLong(at + TraceFile.SITE);
            long line = Math.abs(site);
            return new TraceEvent(
                    pe,
                    EventKind.of((int) what & 0xff),
                    (int) (what >>> 8) & 0xff,
                    (int) (what >>> 16) & 0xffff,
                    from.getLong(at + TraceFile.AT),
                    from.getLong(at + TraceFile.BYTES),
                    from.getLong(at + TraceFile.VALUE),
                    start,
                    ended == 0 ? start : clock.at(ended),
                    ended == 0 && began != 0,
                    what >>> 32,
                    line <= 0 || line > lines.size() ? "" : lines.get((int) line - 1),
                    site < 0);
        }

        private void texts(ByteBuffer from) {
            int at = 0;
            while (at + TraceFile.ENTRY_HEAD <= from.limit()) {
                int length = from.getInt(at);
                if (length < 0 || length > from.limit() - at - TraceFile.ENTRY_HEAD) return; // damaged from here on
                byte[] utf8 = new byte[length];
                from.get(at + TraceFile.ENTRY_HEAD, utf8);
                text(
                        from.getInt(at + Integer.BYTES),
                        from.getLong(at + 8),
                        from.getLong(at + 16),
                        clock.at(from.getLong(at + TraceFile.ENTRY_SINCE)),
                        new String(utf8, StandardCharsets.UTF_8));
                at += TraceFile.ENTRY_HEAD + length + 7 & -8;
            }
        }

        private void text(int kind, long a, long b, long since, String text) {
            switch (kind) {
                case TraceFile.TEXT_SITE -> lines.add(text);
                case TraceFile.TEXT_ROUTINE -> {
                    if (a < 0 || a >= TraceFile.MOST_ROUTINES) return;
                    while (routines.size() <= a) routines.add(null);
                    routines.set((int) a, text);
                }
                case TraceFile.TEXT_OBJECT ->
                    objects.computeIfAbsent(a, at -> new ArrayList<>()).add(new Named(since, b, text));
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
