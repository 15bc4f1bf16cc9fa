// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.Map;
import java.util.TreeMap;

/// The program's symmetric objects, equal on all PEs. Reports use them to name bytes by object and index.
public final class SymbolNames {
    private record Known(long bytes, int width, String label, String name) {}

    private final TreeMap<Long, Known> byOffset = new TreeMap<>();

    /// No objects yet.
    public SymbolNames() {}

    /// Enters an object, and removes the freed objects that had these bytes. The label has the number of the
    /// allocation.
    public void object(long offset, long bytes, int width, String label) {
        Known before = byOffset.get(offset);
        if (before != null && before.label.equals(label)) { // the equal call of another PE, or a view of wider elements
            byOffset.put(offset, new Known(bytes, Math.max(width, before.width), label, before.name));
            return;
        }
        byOffset.headMap(offset + bytes).entrySet().removeIf(old -> old.getKey() + old.getValue().bytes > offset);
        byOffset.put(offset, new Known(bytes, width, label, label));
    }

    /// Gives the object at an offset the program's name for it.
    public void named(long offset, String name) {
        byOffset.computeIfPresent(
                offset, (at, known) -> new Known(known.bytes, known.width, known.label, '"' + name + '"'));
    }

    /// Whether the byte at an offset belongs to an object of the program, not to the library.
    public boolean has(long offset) {
        Map.Entry<Long, Known> at = byOffset.floorEntry(offset);
        return at != null && offset < at.getKey() + at.getValue().bytes;
    }

    /// The name of these bytes in reports: `"halo"[0..63]`, `signal 3`, `offset 64..127` outside of objects.
    public String words(long offset, long bytes) {
        if (!has(offset)) return bytes <= 1 ? "offset " + offset : "offset " + offset + ".." + (offset + bytes - 1);
        Map.Entry<Long, Known> at = byOffset.floorEntry(offset);
        Known known = at.getValue();
        if (known.bytes == known.width) return known.name;
        long first = (offset - at.getKey()) / known.width;
        long last = (offset + bytes - 1 - at.getKey()) / known.width;
        return known.name + '[' + first + (last > first ? ".." + last : "") + ']';
    }
}
