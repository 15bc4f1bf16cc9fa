// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import org.jshmem.transport.Memory;

/// What PEs and agents tell each other: a header of [#HEADER_BYTES], then data.
///
/// ```
///   0  int   kind | width << 8 | operation << 16 | flags << 24
///   4  int   the PE whose memory is meant; of a hello, the one that sends it, or -1 - h for the agent of
///             host h; of an answer, the host
///   8  long  number in the stream of that sender; in an answer, up to which all have been carried out
///  16  long  offset in its region
///  24  long  value: what is stored, the operand, how many bytes
///  32  long  extra: what a compare-and-swap expects, the offset of a flag
///  40  long  token: which question an answer belongs to
/// ```
///
/// In the byte order of the hosts, which are of one kind. What comes off a wire need not be aligned.
final class Message {
    static final int HEADER_BYTES = 48;

    /// Data of one message: long streams are cut into such pieces, so that an agent is fair to all.
    static final int MOST_BYTES = 64 << 10;

    // kinds: questions
    static final int HELLO = 1; // value: job id, extra: token of the job
    static final int PUT = 2; // data to offset
    static final int STORE = 3; // value of `width` bytes to offset
    static final int ATOMIC = 4; // operation, value, extra; answered if token is not 0
    static final int LOAD = 5; // `width` bytes at offset; answered
    static final int GET = 6; // `value` bytes at offset; answered in pieces
    static final int SYNC = 7; // answered
    static final int CLOCK = 8; // answered with the time there

    // kinds: answers
    static final int ANSWER = 16; // value, to a token
    static final int DATA = 17; // data, from `offset` on of what was asked, to a token
    static final int REFUSED = 18; // data: a text that says why

    // flags
    /// Answer with the stream's number once this is carried out.
    static final int TELL = 1;

    /// After the data set the flag at `extra` to `value`.
    static final int THEN_SET = 2;

    /// After the data add `value` to the word at `extra`.
    static final int THEN_ADD = 4;

    private Message() {}

    /// Writes what says what to do where; the number comes when it is sent.
    static void head(long at, int kind, int width, int operation, int pe, long offset) {
        Memory.setInt(at, kind | width << 8 | operation << 16);
        Memory.setInt(at + 4, pe);
        Memory.setLong(at + 16, offset);
    }

    /// Writes the rest.
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
