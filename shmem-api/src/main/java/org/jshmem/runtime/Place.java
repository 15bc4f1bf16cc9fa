// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.transport.Transport;

/// A symmetric object as one context sees it: where it lies, whose PE numbers count, and the checks in front of every
/// access.
/*
 * One comparison chain guards each operation: index, PE, liveness, context. It is all loads from this object and two
 * neighbours, and whatever fails goes to `refuse`, which is cold and finds out why. The transport below checks nothing.
 */
abstract class Place implements Symmetric {
    final Block block;
    final Context context;
    final Transport transport;

    /// Member `k` of the context's team is PE `first + step * k` of the job.
    final int first;

    final int step;
    final int npes;

    /// Offset in the region.
    final long offset;

    /// Elements.
    final long length;

    /// Address of the own copy.
    final long address;

    /// Whether it is a part of an object, which cannot be freed.
    final boolean part;

    Place(Block block, Context context, long offset, long length, boolean part) {
        this.block = block;
        this.context = context;
        this.transport = context.transport;
        this.first = context.first;
        this.step = context.step;
        this.npes = context.npes;
        this.offset = offset;
        this.length = length;
        this.part = part;
        this.address = transport.address(transport.pe(), offset);
    }

    /// What it is, for messages: `longs`.
    abstract String noun();

    /// Bytes of an element.
    abstract int width();

    @Override
    public long length() {
        return length;
    }

    @Override
    public long byteOffset() {
        return offset - block.session.heapStart;
    }

    @Override
    public boolean accessible(int pe) {
        return block.live && pe >= 0 && pe < npes && transport.address(world(pe), offset) != 0;
    }

    @Override
    public MemorySegment local() {
        check("local", 0, 0);
        return segment(transport.pe());
    }

    @Override
    public MemorySegment ptr(int pe) {
        checkPe("ptr", 0, 0, pe);
        return segment(world(pe));
    }

    @Override
    public MemorySegment ptr(Team team, int pe) {
        check("ptr", 0, 0);
        Members members = Members.of(team, block.session);
        if (pe < 0 || pe >= members.nPes()) throw Refusal.pe(this, "ptr", pe, members.nPes());
        return segment(members.world(pe));
    }

    private MemorySegment segment(int worldPe) {
        return block.session.segment(transport.address(worldPe, offset), length * width());
    }

    @Override
    public void loaded(long i, long n, int pe) {
        checkPe("loaded", i, n, pe);
        transport.touch(world(pe), offset + i * width(), n * width(), false);
    }

    @Override
    public void stored(long i, long n, int pe) {
        checkPe("stored", i, n, pe);
        transport.touch(world(pe), offset + i * width(), n * width(), true);
    }

    @Override
    public void free() {
        if (part) throw Refusal.state(this, "free", "is a slice; free the array it was cut from");
        check("free", 0, 0);
        block.session.free(block);
    }

    /// PE number in the job of a team member.
    final int world(int pe) {
        return first + step * pe;
    }

    /// Guards the own elements from `i` on, `n` of them.
    final void check(String verb, long i, long n) {
        if (i < 0 || n < 0 || i > length - n || !block.live || context.bars()) Refusal.refuse(this, verb, i, n, 0);
    }

    /// As [#check(String, long, long)], for the array that a call names `name`.
    final void check(String verb, String name, long i, long n) {
        if (i < 0 || n < 0 || i > length - n || !block.live || context.bars())
            Refusal.refuse(this, verb + ", " + name, i, n, 0);
    }

    /// Guards one own element.
    final void check(String verb, long i) {
        if (i < 0 || i >= length || !block.live || context.bars()) Refusal.refuse(this, verb, i, 1, 0);
    }

    /// Guards the elements from `i` on, `n` of them, on a PE of the context's team.
    final void checkPe(String verb, long i, long n, int pe) {
        if (i < 0 || n < 0 || i > length - n || pe < 0 || pe >= npes || !block.live || context.bars()) {
            Refusal.refuse(this, verb, i, n, pe);
        }
    }

    /// Guards one element on a PE of the context's team.
    final void checkPe(String verb, long i, int pe) {
        if (i < 0 || i >= length || pe < 0 || pe >= npes || !block.live || context.bars()) {
            Refusal.refuse(this, verb, i, 1, pe);
        }
    }
}
