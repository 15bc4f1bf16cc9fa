// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/// Messages of any length from any PE to any PE, which the sender gathers into blocks. [Shmem#mailbox()] makes a
/// mailbox. PE numbers are those of the world team.
///
/// A program that sends many small messages in phases:
///
/// ```java
/// try (Mailbox box = sh.mailbox()) {
///     for (long key : keys) box.send((int) (key % sh.nPes()), key / sh.nPes());
///     box.end();                                            // this PE sends no more in this phase
///     for (Message m; (m = box.take()) != null; ) table[(int) m.word()]++;
/// }
/// ```
///
/// **Order.** Messages of one sender are read in the order in which it sent them. Messages of different senders have
/// no order. A PE may send to itself.
///
/// **Visibility.** [#send] copies, so the caller may change its data afterwards. A message reaches the other PE with
/// its block, when the block is full, and at the latest in [#flush], [#poll], [#receive], [#end] or [#take].
/// [Shmem#quiet()], [Shmem#fence] and [Shmem#barrierAll] do not hand over messages. A PE that has read a message sees
/// all that its sender put to it before, through the default context.
///
/// **Waiting.** `send` waits if there is no room at the receiver, and never fails for lack of room. Each call of a
/// mailbox that waits (`send`, `flush`, `receive`, `take`, `close`) meanwhile takes the arrivals of all open mailboxes
/// of its PE into private memory. Therefore PEs that send to each other never block each other, and private memory
/// grows by the messages that are taken and not yet read. A PE that calls no mailbox makes no room.
///
/// **Phases.** [#end] and [#take] divide the messages into phases; a program that uses neither has one phase. A phase
/// ends on a PE with the null of `take`. Until then no call returns a message of the next phase, which other PEs may
/// already send.
///
/// **Errors.** A PE that does not exist is an `IndexOutOfBoundsException`. A call that waits throws
/// [PeerFailedException] if another PE fails, and [ShmemTimeoutException] after the job's `--timeout`. An interrupt
/// ends `receive` and `take` by [ShmemInterruptedException] without the loss of a message; the other calls complete.
/// One thread of a PE at a time may use a mailbox; a call of a second thread is an `IllegalStateException`.
public interface Mailbox extends AutoCloseable {

    /// Gives this mailbox `name` on this PE, for messages and reports, which otherwise show its number. Not collective.
    ///
    /// @param name name as messages show it, between quotes
    /// @return this mailbox
    Mailbox named(String name);

    /// Sends a message of 8 bytes to PE `pe`. Waits while there is no room for it. Not collective.
    ///
    /// @param pe number of the receiver, which may be this PE
    /// @param word the message
    /// @throws IllegalStateException between [#end] and the null of [#take]
    void send(int pe, long word);

    /// Sends a message of 16 bytes to PE `pe`, as [#send(int, long)].
    ///
    /// @param pe number of the receiver, which may be this PE
    /// @param first the first 8 bytes
    /// @param second the last 8 bytes
    void send(int pe, long first, long second);

    /// Sends a message with a copy of these bytes to PE `pe`, as [#send(int, long)]. A message may be longer than the
    /// room of the mailbox, and may have no bytes.
    ///
    /// @param pe number of the receiver, which may be this PE
    /// @param bytes bytes of the message, which are copied
    void send(int pe, byte[] bytes);

    /// Sends a message with a copy of the bytes of a segment to PE `pe`, as [#send(int, byte\[\])].
    ///
    /// @param pe number of the receiver, which may be this PE
    /// @param bytes bytes of the message, which are copied
    /// @throws IllegalArgumentException if the segment has more than 16,000,000,000 bytes
    void send(int pe, MemorySegment bytes);

    /// Hands over all messages that this PE has gathered, and waits while there is no room for them. It does not wait
    /// until they are read. Not collective.
    void flush();

    /// Reads the next message, if there is one. Never waits. Each call first sends partly filled blocks for
    /// which there is room, so poll after some hundred sends, not after each.
    ///
    /// @return the next message, or null
    Message poll();

    /// Reads the next message, and waits for one if there is none. Hands over first what is gathered.
    ///
    /// @return the next message
    /// @throws ShmemInterruptedException if the thread is interrupted while it waits
    /// @throws IllegalStateException between [#end] and the null of [#take]
    Message receive();

    /// Reads the next message as [#receive()], and waits for one until this time is over. A time of zero or less looks
    /// once.
    ///
    /// @param max how long to wait; on a simulated machine in virtual time
    /// @return the next message, or null if none has come within this time
    /// @throws ShmemInterruptedException if the thread is interrupted while it waits
    /// @throws IllegalStateException between [#end] and the null of [#take]
    Message receive(Duration max);

    /// Ends the sends of this PE in this phase: hands over what is gathered, as far as there is room. It does not wait
    /// for other PEs. Each PE calls it once in each phase, and then [#take] until null.
    ///
    /// @throws IllegalStateException if this PE has ended the phase already
    void end();

    /// Reads the next message of this phase, and waits for one if there is none. The result is null once every PE has
    /// called [#end] and this PE has read all messages of the phase. After the null the next phase begins.
    ///
    /// @return the next message of the phase, or null at its end
    /// @throws ShmemInterruptedException if the thread is interrupted while it waits
    /// @throws IllegalStateException before [#end]
    Message take();

    /// Ends the mailbox and frees its memory. **Collective**, at any point of a phase; a second close does nothing. The
    /// end of the session closes the mailboxes that are open.
    ///
    /// @throws IllegalStateException if this PE has messages that it has not read, or has gathered and not handed
    ///     over: the message has their numbers and PEs. The memory is free, and the job can go on.
    @Override
    void close();
}
