// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import org.jshmem.transport.Memory;

/// The header of a message. A received header need not be aligned.
///
/// ```
///   0  long  the key of the job
///   8  byte  kind    9  byte  bytes of a word    10  byte  atomic operation    11  byte  flags
///  12  short the PE whose memory it is           14  short the JVM of the sender
///  16  long  offset in the region of that PE
///  24  long  a word, an operand or a number of bytes
///  32  int   number of the message among those of its sender to this receiver, from 1 on
///  36  int   the request that waits for the answer
///  40  long  the second operand of a compare-and-swap, or the offset of a flag
/// ```
final class Packet {
    static final int HEADER_BYTES = 48;

    /// The offset of the word of an answer.
    static final int VALUE = 24;

    /// The part of a header that a record of a batch has.
    static final int RECORD_HEADER_BYTES = 40;

    /// The most data of one message; longer transfers are cut into such pieces. A multiple of 8.
    static final int MOST_BYTES = 64 << 10;

    // numbered messages, which the receiver executes in their order
    static final int PUT = 1; // data to offset
    static final int STORE = 2; // a word to offset
    static final int PUT_SIGNAL = 3; // data to offset, then the word to the flag
    static final int ATOMIC = 4; // without an answer
    static final int FETCH = 5; // an atomic with an answer
    static final int LOAD = 6;
    static final int GET = 7;
    static final int NOTHING = 8; // asks for an acknowledgment
    static final int LEFT = 9; // all PEs of the sender's host have left; JVM 0 answers once those of all hosts have
    static final int REPORT = 10; // see Reports
    static final int ROW = 11; // the row of a PE as text
    static final int REPORTED = 12;

    /// Puts and stores, each as a record: its header, whose number is the length of its data, and its data, padded to
    /// whole words.
    static final int BATCH = 13;

    // answers
    static final int ANSWER = 16; // a word, or no more than that the message is executed
    static final int DATA = 17;

    /// Flag: answer this message once it is executed.
    static final byte ACKNOWLEDGE = 1;

    private Packet() {}

    static void write(
            long at, long key, int kind, int width, int operation, int pe, int sender, long offset, long value) {
        Memory.setLong(at, key);
        Memory.setInt(at + 8, kind | width << 8 | operation << 16);
        Memory.setInt(at + 12, pe & 0xffff | sender << 16);
        Memory.setLong(at + 16, offset);
        Memory.setLong(at + VALUE, value);
    }

    /// The length of a record of a batch.
    static long recordBytes(long bytes) {
        return RECORD_HEADER_BYTES + (bytes + 7 & -8);
    }

    static void tail(long at, int number, int request) {
        Memory.setInt(at + 32, number);
        Memory.setInt(at + 36, request);
    }

    static void acknowledge(long at, int request) {
        Memory.setByte(at + 11, ACKNOWLEDGE);
        Memory.setInt(at + 36, request);
    }

    static void second(long at, long operand) {
        Memory.setLong(at + 40, operand);
    }

    static long key(long at) {
        return UntornCopy.getLong(at);
    }

    static int kind(long at) {
        return Memory.getByte(at + 8);
    }

    static int width(long at) {
        return Memory.getByte(at + 9);
    }

    static int operation(long at) {
        return Memory.getByte(at + 10);
    }

    static boolean asksForAcknowledgment(long at) {
        return Memory.getByte(at + 11) == ACKNOWLEDGE;
    }

    /// Whether the receiver answers this message, so that the fabric has to name the sender.
    static boolean isAnswered(long at) {
        int kind = kind(at);
        return kind >= FETCH && kind <= LEFT || asksForAcknowledgment(at);
    }

    static int pe(long at) {
        return UntornCopy.getInt(at + 12) & 0xffff;
    }

    static int sender(long at) {
        return UntornCopy.getInt(at + 12) >>> 16;
    }

    static long offset(long at) {
        return UntornCopy.getLong(at + 16);
    }

    static long value(long at) {
        return UntornCopy.getLong(at + VALUE);
    }

    static int number(long at) {
        return UntornCopy.getInt(at + 32);
    }

    static int request(long at) {
        return UntornCopy.getInt(at + 36);
    }

    static long second(long at) {
        return UntornCopy.getLong(at + 40);
    }
}
