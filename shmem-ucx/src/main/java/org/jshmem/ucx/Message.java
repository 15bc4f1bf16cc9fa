// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import org.jshmem.transport.Memory;

/// The messages between PEs and agents: a header of [#HEADER_BYTES], then data.
///
/// ```
///   0  int   kind | width << 8 | operation << 16 | flags << 24
///   4  int   the PE that owns the memory; in a hello, the sender, or -1 - h for the agent of
///             host h; in an answer, the host
///   8  long  number in the stream of that sender; in an answer, the last one carried out
///  16  long  offset in its region
///  24  long  value: the stored value, the operand, or the number of bytes
///  32  long  extra: the expected value of a compare-and-swap, or the offset of a flag
///  40  long  token: the question that an answer belongs to
/// ```
///
/// All fields are in the byte order of the hosts, which must be equal. A received message need not be aligned.
final class Message {
    static final int HEADER_BYTES = 48;

    /// Largest number of data bytes of one message. Longer transfers are cut into such pieces, so that an agent
    /// is fair to all PEs.
    static final int MOST_BYTES = 64 << 10;

    // kinds: questions
    static final int HELLO = 1; // value: job id, extra: token of the job
    static final int PUT = 2; // data to offset
    static final int STORE = 3; // value of `width` bytes to offset
    static final int ATOMIC = 4; // operation, value, extra; answered if token is not 0
    static final int LOAD = 5; // `width` bytes at offset; answered
    static final int GET = 6; // `value` bytes at offset; answered in pieces
    static final int SYNC = 7; // answered
    static final int CLOCK = 8; // answered with the time of that host

    static final int KEY = 9; // answered with the key of the region of that PE
    static final int WROTE = 10; // `value` bytes at offset were written by one-sided puts

    // kinds: answers
    static final int ANSWER = 16; // value, to a token
    static final int DATA = 17; // data of a question's range from `offset` on, to a token
    static final int REFUSED = 18; // data: the reason as text
    static final int REGION = 19; // value: address of a region, offset: its bytes; data: its key

    // flags
    /// Requests an answer with the stream's number once this message is carried out.
    static final int TELL = 1;

    /// Sets the flag at `extra` to `value` after the data.
    static final int THEN_SET = 2;

    private Message() {}

    /// Writes the operation and its place; the number is written when the message is sent.
    static void head(long at, int kind, int width, int operation, int pe, long offset) {
        Memory.setInt(at, kind | width << 8 | operation << 16);
        Memory.setInt(at + 4, pe);
        Memory.setLong(at + 16, offset);
    }

    /// Writes the operands.
    static void operands(long at, long value, long extra, long token) {
        Memory.setLong(at + 24, value);
        Memory.setLong(at + 32, extra);
        Memory.setLong(at + 40, token);
    }

    static void number(long at, long number) {
        Memory.setLong(at + 8, number);
    }

    /// Adds flags.
    static void flag(long at, int flags) {
        Memory.setInt(at, UntornCopy.getInt(at) | flags << 24);
    }

    static int kind(long at) {
        return UntornCopy.getInt(at) & 0xff;
    }

    static int width(long at) {
        return UntornCopy.getInt(at) >> 8 & 0xff;
    }

    static int operation(long at) {
        return UntornCopy.getInt(at) >> 16 & 0xff;
    }

    static int flags(long at) {
        return UntornCopy.getInt(at) >>> 24;
    }

    static int pe(long at) {
        return UntornCopy.getInt(at + 4);
    }

    static long number(long at) {
        return UntornCopy.getLong(at + 8);
    }

    /// Whether this is the hello with which a sender begins.
    static boolean isFirst(long at) {
        return kind(at) == HELLO && number(at) == 0;
    }

    /// Whether this message changes memory of the other host.
    static boolean isChange(long at) {
        int kind = kind(at);
        return kind == PUT || kind == STORE || kind == ATOMIC;
    }

    static long offset(long at) {
        return UntornCopy.getLong(at + 16);
    }

    static long value(long at) {
        return UntornCopy.getLong(at + 24);
    }

    static long extra(long at) {
        return UntornCopy.getLong(at + 32);
    }

    static long token(long at) {
        return UntornCopy.getLong(at + 40);
    }
}
