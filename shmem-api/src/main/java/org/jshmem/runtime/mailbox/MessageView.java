// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Message;
import org.jshmem.runtime.heap.Session;
import org.jshmem.transport.Memory;

/// A mailbox's view of the message that was read last, and the reader's place in the block with it.
public final class MessageView implements Message {
    /// The sender of the block, to which it is to be given back, or null.
    Incoming source;

    /// The private memory in which the block lies, or null if it lies in the ring.
    MemorySegment memory;

    /// The bytes of the block, header included.
    long blockBytes;

    /// The sender of the block.
    int from;

    private final Session session;
    private long at; // address of the message
    private long length = -1; // -1 if no message is shown
    private long next; // address of the next message, or run
    private long end;
    private int left; // messages of the run that are not read

    MessageView(Session session) {
        this.session = session;
    }

    /// Goes on to a block at `address`: in private memory, or in the ring if that is null.
    void open(Incoming sender, MemorySegment kept, long address, long bytes) {
        source = sender;
        from = sender.sender;
        memory = kept;
        blockBytes = bytes;
        next = address + Long.BYTES;
        end = address + bytes;
    }

    boolean hasNext() {
        return left > 0 || next < end;
    }

    /// Shows the next message of the block.
    MessageView show() {
        if (left == 0) {
            long run = Memory.getLong(next);
            next += Long.BYTES;
            length = Runs.length(run);
            left = Runs.messages(run);
        }
        left--;
        at = next;
        next += length + 7 & -8;
        return this;
    }

    void hide() {
        length = -1;
    }

    /// Follows the block, which was copied from its ring to `address` in private memory.
    void move(MemorySegment kept, long address) {
        long way = address - (end - blockBytes);
        at += way;
        next += way;
        end += way;
        memory = kept;
    }

    private void check() {
        if (length < 0) throw session.state("this mailbox shows no message; read one with poll, receive or take");
    }

    @Override
    public int from() {
        check();
        return from;
    }

    @Override
    public long length() {
        check();
        return length;
    }

    @Override
    public long word(int index) {
        check();
        long count = length >>> 3;
        if (index < 0 || index >= count) {
            String remedy = count == 0 ? "use bytes()" : "use 0 to " + (count - 1);
            throw session.bounds("word %d of a message of %d bytes does not exist; %s", index, length, remedy);
        }
        return Memory.getLong(at + 8L * index);
    }

    /// Returns the bytes from `from` on, where they lie: until the next message is read, or this thread waits in a
    /// mailbox.
    public MemorySegment rest(long from) {
        check();
        return Memory.everywhere().asSlice(at + from, length - from);
    }

    @Override
    public MemorySegment bytes() {
        check();
        if (memory != null) return memory.asSlice(at - memory.address(), length).asReadOnly();
        MemorySegment copy =
                MemorySegment.ofArray(new long[Runs.dataWords(length)]).asSlice(0, length);
        Memory.copyOut(at, copy, 0, length); // the program may keep it in a call that makes room in the ring
        return copy.asReadOnly();
    }

    @Override
    public byte[] toArray() {
        return rest(0).toArray(ValueLayout.JAVA_BYTE);
    }
}
