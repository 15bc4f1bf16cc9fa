// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.sim.cost.AccessKind;

/// The past accesses to the bytes of one region, as far back as a later access can conflict with them.
final class ShadowMemory {
    /// One access, its number, and the accesses of other PEs that its PE knew by then, as in [RaceDetector].
    record Past(ReportedAccess access, long number, VectorClock known) {

        int pe() {
            return access.pe();
        }

        AccessKind kind() {
            return access.kind();
        }

        /// Whether two accesses need an order: at least one of them changes bytes, and at most one is atomic.
        boolean conflicts(Past other) {
            return pe() != other.pe()
                    && (kind().changes() || other.kind().changes())
                    && !(kind().isAtomic() && other.kind().isAtomic());
        }

        private boolean isLike(Past other) {
            return pe() == other.pe()
                    && kind().changes() == other.kind().changes()
                    && kind().isAtomic() == other.kind().isAtomic();
        }

        /// This access, extended by the knowledge of an earlier one: a PE that looks at the bytes learns both.
        private Past telling(Past before) {
            return new Past(access, number, known.and(before.known, before.pe(), before.number));
        }
    }

    /// A range of bytes with a common past.
    static final class Piece {
        final long from;
        long to;

        /// The last plain change, and each PE's latest load and atomic since.
        final List<Past> latest = new ArrayList<>();

        /// Loads before the last plain change, of PEs that have neither loaded nor changed the bytes since.
        final List<Past> outdated = new ArrayList<>();

        /// The access whose knowledge a look at these bytes passes on; null before the first change.
        Past told;

        private Piece(long from, long to) {
            this.from = from;
            this.to = to;
        }

        /// Adds a load or an atomic change. Earlier accesses stay, so that later ones are still compared with them.
        void add(Past now) {
            latest.removeIf(now::isLike);
            outdated.removeIf(before -> before.pe() == now.pe());
            latest.add(now);
            if (now.kind().changes()) told = now.kind() == AccessKind.ATOMIC && told != null ? now.telling(told) : now;
        }

        /// Adds a plain change. An access that is ordered after it is also ordered after all accesses that the change
        /// was compared with.
        private void change(Past now) {
            for (Past before : latest) if (!before.kind().changes()) outdated.add(before);
            outdated.removeIf(before -> before.pe() == now.pe());
            latest.clear();
            latest.add(now);
            told = now;
        }

        private Piece cutAt(long at) {
            Piece rest = new Piece(at, to);
            rest.latest.addAll(latest);
            rest.outdated.addAll(outdated);
            rest.told = told;
            to = at;
            return rest;
        }
    }

    private final TreeMap<Long, Piece> pieces = new TreeMap<>(); // by offset, none overlap

    /// The pieces that make up a range, cut at its ends.
    List<Piece> over(long from, long to) {
        Piece whole = pieces.get(from);
        if (whole != null && whole.to == to) return List.of(whole); // as mostly: the same elements again
        cut(from);
        cut(to);
        List<Piece> found = new ArrayList<>();
        long at = from;
        for (Piece piece : pieces.subMap(from, to).values()) {
            if (at < piece.from) found.add(new Piece(at, piece.from));
            found.add(piece);
            at = piece.to;
        }
        if (at < to) found.add(new Piece(at, to));
        for (Piece piece : found) pieces.putIfAbsent(piece.from, piece);
        return found;
    }

    private void cut(long at) {
        Map.Entry<Long, Piece> entry = pieces.lowerEntry(at);
        if (entry != null && at < entry.getValue().to)
            pieces.put(at, entry.getValue().cutAt(at));
    }

    /// Adds a plain change of a range: its pieces have a common past from now on.
    void change(Past now) {
        long from = now.access.from();
        long to = now.access.to();
        List<Piece> over = over(from, to);
        Piece piece = over.size() == 1 ? over.getFirst() : new Piece(from, to);
        if (over.size() != 1) {
            pieces.subMap(from, to).clear();
            pieces.put(from, piece);
        }
        piece.change(now);
    }

    /// The pieces whose knowledge a look at a range passes on.
    Iterable<Piece> known(long from, long to) {
        Map.Entry<Long, Piece> first = pieces.floorEntry(from);
        return pieces.subMap(first != null && from < first.getValue().to ? first.getKey() : from, to)
                .values();
    }
}
