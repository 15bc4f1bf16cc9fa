// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.ArrayList;
import java.util.List;

/// The events of a PE as pieces of a timeline, in levels of detail. A level merges neighbours that are shorter than its
/// resolution, so the number of its pieces is bounded by the length of the trace, not by its events.
final class Detail {
    /// The pieces of the finest level of a track, at most.
    private final int most;

    private final long span;

    /// Numbers for each piece: time since the beginning of the one before, duration, name.
    record Level(long resolution, List<Long> pieces) {}

    /// `longest` is the duration of its longest event, which gives its name.
    private record Piece(long start, long end, long name, long longest) {}

    Detail(int most, long span) {
        this.most = most;
        this.span = span;
    }

    /// Collects the pieces of one lane of a track.
    final class Lane {
        private final List<Piece> pieces = new ArrayList<>();
        private long resolution;
        private int events;

        /// Adds an event that begins no earlier than the one before.
        void add(long start, long end, long name) {
            if (++events > most && resolution == 0) coarsen(4 * span / most + 1);
            merge(pieces, resolution, new Piece(start, end, name, end - start));
        }

        private void coarsen(long to) {
            resolution = to;
            List<Piece> fine = List.copyOf(pieces);
            pieces.clear();
            fine.forEach(piece -> merge(pieces, to, piece));
        }

        /// The levels, from the finest to one of a few hundred pieces.
        List<Level> levels() {
            List<Level> levels = new ArrayList<>(List.of(level()));
            for (int few = most / 8; pieces.size() > 400 && few > 50; few /= 8) {
                coarsen(4 * span / few + 1);
                levels.add(level());
            }
            return levels;
        }

        private Level level() {
            List<Long> numbers = new ArrayList<>();
            long before = 0;
            for (Piece piece : pieces) {
                numbers.addAll(List.of(piece.start - before, piece.end - piece.start, piece.name));
                before = piece.start;
            }
            return new Level(resolution, numbers);
        }
    }

    private static void merge(List<Piece> into, long resolution, Piece next) {
        Piece last = into.isEmpty() ? null : into.getLast();
        boolean isShort = last != null
                && last.end - last.start < resolution
                && next.end - next.start < resolution
                && next.start - last.end < resolution;
        if (!isShort) {
            into.add(next);
            return;
        }
        Piece named = last.longest >= next.longest ? last : next;
        long end = Math.max(last.end, next.end);
        into.set(into.size() - 1, new Piece(last.start, end, named.name, named.longest));
    }
}
