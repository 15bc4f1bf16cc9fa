// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;

/// The message that was read last from a [Mailbox]: a view of its bytes, which lie in the mailbox's room
/// or in private memory.
///
/// A mailbox has one `Message` object. It shows the same bytes until the next message of that mailbox is read; a
/// `send` does not change it. Copy the bytes that you keep.
///
/// ```java
/// for (Message m; (m = mailbox.poll()) != null; ) {
///     System.out.println("PE " + m.from() + " sent " + m.word(0) + " in " + m.length() + " bytes");
/// }
/// ```
///
/// Before the first message, and after a `poll`, `receive` or `take` that returned no message, each method throws
/// `IllegalStateException`. No method waits.
public interface Message {

    /// {@return the number in the world team of the PE that sent the message}
    int from();

    /// {@return the number of bytes of the message}
    long length();

    /// {@return the bytes from `8 * index` to `8 * index + 7` as a long in the machine's byte order}
    ///
    /// @param index number of the word, from 0 on
    /// @throws IndexOutOfBoundsException if one of these bytes lies beyond the end of the message
    long word(int index);

    /// {@return the first word of the message, as [#word(int)] of 0}
    default long word() {
        return word(0);
    }

    /// {@return the bytes of the message as a segment that cannot be written} The segment belongs to this view: its
    /// bytes may change when the next message of the mailbox is read. [#word] reads without a copy.
    MemorySegment bytes();

    /// {@return a copy of the bytes of the message}
    byte[] toArray();
}
