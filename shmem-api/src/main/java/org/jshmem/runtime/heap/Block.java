// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.transport.Observer;

/// An allocation of symmetric memory: the state that all its views share.
public final class Block {
    public final Session session;

    /// The memory that has the block.
    public final Heap heap;

    /// Offset in the region; for an empty block, the start of its memory.
    public final long offset;

    final long bytes;

    /// Alignment of the allocation in bytes. A move keeps it.
    final long align;

    /// The allocation's number on this PE, for messages.
    public final long number;

    /// Bytes of the elements that the observer knows.
    private int elementBytes = 1;

    /// Name that the program has given it, or null.
    public String name;

    /// False after the block is freed or its session has ended. Every operation checks it. It is not volatile, which
    /// would slow each put: a compiled loop of nothing but puts may not see that another thread has cleared it.
    public boolean live = true;

    Block(Session session, Heap heap, long offset, long bytes, long align, long number) {
        this.session = session;
        this.heap = heap;
        this.offset = offset;
        this.bytes = bytes;
        this.align = align;
        this.number = number;
    }

    /// Sets the name that the program gives to `what`, and reports it to the observer.
    public void name(Object what, String given) {
        if (given == null) throw session.missing("named on " + what + ", name", "give a text");
        name = given;
        Observer observer = session.transport.observer();
        if (observer != null) observer.named(offset, given);
    }

    /// Reports to the observer that the program views these bytes as elements of `width` bytes. The widest view counts.
    public void viewed(int width, ObjectKind kind) {
        Observer observer = session.transport.observer();
        if (observer == null || width <= elementBytes) return;
        elementBytes = width;
        observer.object(offset, bytes, width, kind.label(number));
        if (name != null) observer.named(offset, name);
    }

    /// Its name in messages: the program's name in quotes, else its number.
    public String label() {
        return name == null ? (bytes == 0 ? "empty object" : "object " + number) : '"' + name + '"';
    }

    /// The text of a view for people: `SymLongs[8] "halo" at byte 4096 of the heap`.
    public String described(String type, long length, long byteOffset, boolean part) {
        String what = part ? "slice of " + label() : label();
        return "%s[%d] %s at byte %d of the %s%s"
                .formatted(type, length, what, byteOffset, heap.memory.name(), live ? "" : ", freed");
    }
}
