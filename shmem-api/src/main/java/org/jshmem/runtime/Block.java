// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.transport.Observer;

/// One allocation of the symmetric heap: what all views of it have in common.
final class Block {
    final Session session;

    /// The memory it is in.
    final Area area;

    /// Offset in the region; where the memory begins for an empty block.
    final long offset;

    final long bytes;

    /// What it was aligned to: a move keeps it.
    final long align;

    /// The allocation's number on this PE, for messages.
    final long number;

    /// What the program calls it; null where it has said nothing.
    String name;

    /// False once freed or finalized; looked at by every operation.
    boolean live = true;

    Block(Area area, long offset, long bytes, long align, long number) {
        this.session = area.session;
        this.area = area;
        this.offset = offset;
        this.bytes = bytes;
        this.align = align;
        this.number = number;
    }

    /// The program gives it a name.
    void name(String given) {
        name = given;
        Observer observer = session.transport.observer();
        if (observer != null) observer.named(offset, given);
    }

    /// What messages call it: its name, else its number.
    String label() {
        return name == null ? (bytes == 0 ? "empty object" : "object " + number) : '"' + name + '"';
    }

    /// A view of it for people: `SymLongs[8] "halo" at byte 4096 of the heap`.
    String described(String type, long length, long byteOffset, boolean part) {
        return "%s[%d] %s%s at byte %d of the %s%s"
                .formatted(
                        type, length, part ? "slice of " : "", label(), byteOffset, area.name(), live ? "" : ", freed");
    }
}
