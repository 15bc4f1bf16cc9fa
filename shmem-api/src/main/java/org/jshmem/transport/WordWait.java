// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Cmp;

/// A wait until a word of the PE's region satisfies a comparison.
///
/// Distances of both words from `origin` are compared. `origin` is 0 for signed words and `Long.MIN_VALUE` for
/// unsigned ones. It is the value itself for a word that only grows and may wrap around.
public class WordWait extends Wait {
    private static final String[] SIGNS = {"==", "!=", ">", ">=", "<", "<="}; // in the order of Cmp

    private final Transport transport;
    private final long address;

    /// The place of the word in the region.
    public final long offset;

    public final int width;
    public final Cmp cmp;
    public final long value;
    public final long origin;

    private long seen;

    /// A wait for the word of `width` bytes at `offset`.
    public WordWait(
            Reason reason,
            Transport t,
            long offset,
            int width,
            Cmp cmp,
            long value,
            long origin,
            long deadline,
            boolean interruptible) {
        super(reason, null, deadline, interruptible);
        this.transport = t;
        this.offset = offset;
        this.address = t.address(t.pe(), offset);
        this.width = width;
        this.cmp = cmp;
        this.value = value;
        this.origin = origin;
    }

    /// A wait for a signed word of eight bytes, without a deadline, which no interrupt ends.
    public WordWait(Reason reason, Transport t, long offset, Cmp cmp, long value) {
        this(reason, t, offset, Long.BYTES, cmp, value, 0, Long.MAX_VALUE, false);
    }

    /// Waits; returns false if the deadline came first.
    public boolean await() {
        return transport.await(offset, width, this);
    }

    /// An acquire of the word.
    @Override
    public boolean holds() {
        seen = Memory.getAcquire(address, width);
        return cmp.holds(seen - origin, value - origin);
    }

    /// The word of the latest look: a second load would have to fetch it again if its writer has gone on. If the
    /// deadline came first, it does not satisfy the comparison.
    public long seen() {
        return seen;
    }

    /// Sets the word of the latest look, which a machine in virtual time has made when the word arrived.
    public void saw(long word) {
        seen = word;
    }

    /// The goal of the wait for messages: `to be >= 5`.
    public String goal() {
        return "to be " + sign(cmp) + " " + number(value, origin, width);
    }

    /// A word of `width` bytes, sign-extended, as people write it: unsigned if its comparisons are, which `origin`
    /// shows.
    public static String number(long word, long origin, int width) {
        return origin == Long.MIN_VALUE ? Long.toUnsignedString(word & -1L >>> 64 - 8 * width) : Long.toString(word);
    }

    /// A comparison as people write it.
    public static String sign(Cmp cmp) {
        return SIGNS[cmp.ordinal()];
    }
}
