// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Message;
import org.jshmem.runtime.heap.Session;

/// A mailbox's view of the message that was read last.
final class MessageView implements Message {
    private final Session session;
    private MessageBlock block; // null if there is no message
    private int at; // the message's first word
    private long length;

    MessageView(Session session) {
        this.session = session;
    }

    /// Shows the next message of a block.
    Message show(MessageBlock next) {
        at = next.advance();
        length = next.length;
        block = next;
        return this;
    }

    void hide() {
        block = null;
    }

    private MessageBlock shown() {
        MessageBlock now = block;
        if (now == null) throw session.state("this mailbox shows no message; read one with poll, receive or take");
        return now;
    }

    @Override
    public int from() {
        return shown().sender;
    }

    @Override
    public long length() {
        shown();
        return length;
    }

    @Override
    public long word(int index) {
        long[] words = shown().words;
        long count = length >>> 3;
        if (index < 0 || index >= count) {
            String remedy = count == 0 ? "use bytes()" : "use 0 to " + (count - 1);
            throw session.bounds("word %d of a message of %d bytes does not exist; %s", index, length, remedy);
        }
        return words[at + index];
    }

    @Override
    public MemorySegment bytes() {
        return shown().segment.asSlice(8L * at, length).asReadOnly();
    }

    /// The bytes from `from` on.
    MemorySegment rest(long from) {
        return shown().segment.asSlice(8L * at + from, length - from);
    }

    @Override
    public byte[] toArray() {
        return bytes().toArray(ValueLayout.JAVA_BYTE);
    }
}
