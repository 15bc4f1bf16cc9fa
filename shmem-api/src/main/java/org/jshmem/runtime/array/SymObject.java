// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// A symmetric object seen through one context: its place in memory, the team that numbers the PEs, and the checks
/// before every access.
/*
 * One chain of comparisons guards each operation: index, PE, liveness, context. All loads are from this object, its
 * block and its context. A failed check calls `refuse`, which is cold and finds the reason. The transport below checks
 * no argument. Calls are slow in an interpreter, so the first operations of a program read fields where they can.
 */
public abstract class SymObject implements Symmetric, Wait.Reason {
    public final Block block;
    final Context context;
    final Transport transport;
    final Channel channel;

    // of the context, without a load on the way of each call: member `k` of its team is PE `first + step * k` of the
    // job, or `pes[k]` where `step` is 0
    private final int first;
    private final int step;
    public final int npes;
    private final int[] pes;

    /// Offset in the region.
    public final long offset;

    /// Number of elements.
    public final long length;

    /// Bytes of an element.
    public final int width;

    /// Address of this PE's copy.
    final long address;

    /// Whether this is a slice, which cannot be freed.
    final boolean part;

    SymObject(Block block, Context context, int width, long offset, long length, boolean part) {
        this.block = block;
        this.context = context;
        this.transport = context.session.transport;
        this.channel = context.channel;
        this.first = context.members.pe(0);
        this.step = context.members.step;
        this.npes = context.members.size;
        this.pes = context.members.listed;
        this.width = width;
        this.offset = offset;
        this.length = length;
        this.part = part;
        this.address = transport.address(transport.pe(), offset);
    }

    /// Noun for messages: `longs`.
    public abstract String noun();

    /// Name for messages: `object 2 of 8 longs`, `"halo" of 8 longs`, `a slice of 4 longs of "halo"`.
    public String label() {
        return part
                ? "a slice of %d %s of %s".formatted(length, noun(), block.label())
                : "%s of %d %s".formatted(block.label(), length, noun());
    }

    @Override
    public String toString() {
        return block.described("Sym" + getClass().getSimpleName(), length, byteOffset(), part);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long byteOffset() {
        return offset - block.heap.start;
    }

    @Override
    public boolean accessible(int pe) {
        return block.live && pe >= 0 && pe < npes;
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
        if (team == null) throw block.session.missing("team", "give a team");
        int member = team.translate(pe, block.session.world);
        if (member < 0) throw Refusal.pe(this, "ptr", pe, team.nPes());
        return segment(member);
    }

    private MemorySegment segment(int worldPe) {
        if (!block.heap.memory.hasAddress(transport.reach(worldPe))) return null;
        return block.session.segment(transport.address(worldPe, offset), length * width);
    }

    @Override
    public void loaded(long i, long n, int pe) {
        touch("loaded", i, n, pe, false);
    }

    @Override
    public void stored(long i, long n, int pe) {
        touch("stored", i, n, pe, true);
    }

    private void touch(String verb, long i, long n, int pe, boolean write) {
        checkPe(verb, i, n, pe);
        block.session.direct.touch(world(pe), offset + i * width, n * width, write);
    }

    @Override
    public void free() {
        block.session.allocator.free("free", List.of(toFree("free")));
    }

    /// Returns the allocation. Refuses slices, and objects that cannot be used.
    public final Block toFree(String verb) {
        if (part) throw Refusal.slice(this, verb, "free");
        check(verb, 0, 0);
        return block;
    }

    /// The number in the job of a team member.
    public final int world(int pe) {
        return step != 0 ? first + step * pe : pes[pe];
    }

    /// Ends a wait with the object, whose memory is another one's afterwards.
    @Override
    public final void check(boolean stuck) {
        if (!block.live) Refusal.refuse(this, "waitUntil", 0, 0, 0);
    }

    /// The text of a wait for one element of this object, with the value that the element has now.
    @Override
    public final String what(Wait wait) {
        WordWait word = (WordWait) wait;
        long i = (word.offset - offset) / width;
        return "for %s %s; it is %s".formatted(place(i), word.goal(), own(i));
    }

    /// Element `i` for messages.
    String place(long i) {
        return "element %d of %s".formatted(i, label());
    }

    /// This PE's element `i` as text for messages. The load does not use the channel, so that a message costs no
    /// virtual time.
    final String own(long i) {
        return shown(Memory.getAcquire(address + i * width, width));
    }

    /// A word as text for messages. Words are sign-extended to longs.
    final String shown(long word) {
        return WordWait.number(word, origin(), width);
    }

    /// Waits and tests compare distances from here: 0, or the smallest long, from which words without a sign have their
    /// order.
    long origin() {
        return 0;
    }

    /// Waits until this PE's element `i` satisfies the comparison, and returns a value that did, or one that does not
    /// if the deadline came first.
    final long await(long i, Cmp c, long v, long deadline) {
        long at = address + i * width; // locals: after an acquire a field would be loaded again
        int bytes = width;
        long origin = origin();
        for (int k = transport.spins(); k > 0; k--) {
            long word = Memory.getAcquire(at, bytes);
            if (c.holds(word - origin, v - origin)) return word;
            Thread.onSpinWait();
        }
        var wait = new WordWait(this, transport, offset + i * width, bytes, c, v, origin, deadline, true);
        wait.await();
        return wait.seen();
    }

    /// Loads this PE's element `i` through the channel, so that virtual time passes while a PE polls: an acquire.
    final long load(long i) {
        return channel.look(transport.pe(), offset + i * width, width);
    }

    /// Whether a word satisfies the comparison.
    final boolean compares(long word, Cmp c, long v) {
        return c.holds(word - origin(), v - origin());
    }

    /// Whether the object is live, and the calling thread may use the context.
    private boolean isUsable() {
        return block.live && (context.guard == null || !context.isClosedTo());
    }

    /// Checks an access to this PE's elements from `i` on, `n` of them.
    public final void check(String verb, long i, long n) {
        if (i < 0 || n < 0 || i > length - n || !isUsable()) Refusal.refuse(this, verb, i, n, 0);
    }

    /// Checks a wait for element `i`, or a test of it.
    final void check(String verb, long i, Cmp c) {
        check(verb, i, 1);
        if (c == null) throw Refusal.missing(this, verb, "c");
    }

    /// As [#check(String, long, long)], for the array with the parameter name `name`.
    public final void check(String verb, String name, long i, long n) {
        if (i < 0 || n < 0 || i > length - n || !isUsable()) Refusal.refuse(this, verb + ", " + name, i, n, 0);
    }

    /// Checks an access to the elements from `i` on, `n` of them, on a PE of the context's team.
    final void checkPe(String verb, long i, long n, int pe) {
        if (i < 0 || n < 0 || i > length - n || pe < 0 || pe >= npes || !isUsable()) {
            Refusal.refuse(this, verb, i, n, pe);
        }
    }

    /// Checks that a Java array with the parameter name `name` has `n >= 0` elements from `from` on.
    final void checkBuffer(String verb, String name, Object array, int from, int n) {
        if (array == null) throw Refusal.missing(this, verb, name);
        int size = java.lang.reflect.Array.getLength(array);
        if (from < 0 || from > size - n) throw Refusal.buffer(this, verb, name, from, n, size);
    }

    /// Checks both sides of a transfer from or to a Java array with the parameter name `name`. True if elements move.
    final boolean moves(String verb, long i, String name, Object array, int from, int n, int pe) {
        checkPe(verb, i, n, pe);
        if (n == 0) return false;
        checkBuffer(verb, name, array, from, n);
        return true;
    }

    /// Checks an access to element `i` on a PE of the context's team, and returns the PE's number in the job.
    final int target(String verb, long i, int pe) {
        if (i < 0 || i >= length || pe < 0 || pe >= npes || !isUsable()) Refusal.refuse(this, verb, i, 1, pe);
        return world(pe);
    }
}
