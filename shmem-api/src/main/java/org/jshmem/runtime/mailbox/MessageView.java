// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Message;
import org.jshmem.runtime.heap.Session;

/// A mailbox's view of the message that was read last.
final class MessageView implements Message {
    private final Session session;
    private MessageLog.Chunk chunk; // null if there is no message
    private int at; // the message's first word after its header
    private long header;

    MessageView(Session session) {
        this.session = session;
    }

    /// Shows the next message of a chunk.
    Message show(MessageLog.Chunk next) {
        header = next.words[next.read];
        at = next.read + 1;
        next.read += Header.words(header);
        chunk = next;
        return this;
    }

    void hide() {
        chunk = null;
    }

    private MessageLog.Chunk shown() {
        MessageLog.Chunk now = chunk;
        if (now == null) throw session.state("this mailbox shows no message; read one with poll, receive or take");
        return now;
    }

    @Override
    public int from() {
        shown();
        return Header.sender(header);
    }

    @Override
    public long length() {
        shown();
        return Header.length(header);
    }

    @Override
    public long word(int index) {
        long[] words = shown().words;
        long count = Header.length(header) >>> 3;
        if (index < 0 || index >= count) throw noWord(index, count);
        return words[at + index];
    }

    private IndexOutOfBoundsException noWord(int index, long count) {
        String mistake = "word %d of a message of %d bytes does not exist; %s";
        String remedy = count == 0 ? "use bytes()" : "use 0 to " + (count - 1);
        return session.bounds(mistake, index, Header.length(header), remedy);
    }

    @Override
    public MemorySegment bytes() {
        return shown().segment.asSlice(8L * at, Header.length(header)).asReadOnly();
    }

    @Override
    public byte[] toArray() {
        return bytes().toArray(ValueLayout.JAVA_BYTE);
    }
}
