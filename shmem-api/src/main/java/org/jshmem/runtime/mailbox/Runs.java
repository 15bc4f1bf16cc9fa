// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

/// The words of a block: a header and runs.
///
/// A run is a word with the length of a message in bytes, and in its upper bits how many of the same length follow
/// the first one; then the messages, each in whole words. An empty message is a run of its own, so no run is
/// without end. A message that does not fit into a block that is gathered is one run in several blocks, its parts,
/// each of which has the run's word.
final class Runs {
    /// The longest message.
    static final long MOST_BYTES = 16_000_000_000L;

    private static final int LENGTH_BITS = 34;

    private Runs() {}

    /// The header of a block with `words` words, which are all of one phase. One bit of the phase is enough,
    /// because no PE is two phases ahead of another one.
    static long header(long words, long phase, boolean part) {
        return words << 2 | (part ? 2 : 0) | phase & 1;
    }

    /// The bytes of a block, header included.
    static long bytes(long header) {
        return Long.BYTES * (1 + (header >>> 2));
    }

    static boolean isPart(long header) {
        return (header & 2) != 0;
    }

    static int phase(long header) {
        return (int) header & 1;
    }

    /// The words of the bytes of a message.
    static int dataWords(long length) {
        return (int) (length + 7 >>> 3);
    }

    /// The first word of a run of messages of `length` bytes that has `words` words after it.
    static long run(long length, int words) {
        int more = length == 0 ? 0 : words / dataWords(length) - 1;
        return (long) more << LENGTH_BITS | length;
    }

    /// The length of each message of a run.
    static long length(long run) {
        return run & (1L << LENGTH_BITS) - 1;
    }

    /// The number of messages of a run.
    static int messages(long run) {
        return (int) (run >>> LENGTH_BITS) + 1;
    }
}
