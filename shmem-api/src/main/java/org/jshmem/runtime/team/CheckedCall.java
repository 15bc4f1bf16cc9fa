// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.collective.CallSequence;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.array.Array;
import org.jshmem.runtime.array.Refusal;
import org.jshmem.runtime.heap.Session;

/// A collective from its entry to its end: the routine, and its checked arguments. Its two arrays become an
/// element type and two offsets, as the algorithms need them.
/*
 * All checks are local and precede the call's first message, so a PE that throws here has disturbed no other member. If
 * no element moves, the arrays may be null and are ignored: all members hash one neutral type and place.
 */
final class CheckedCall implements AutoCloseable {
    private final Session session;
    private final int members;

    /// The name of the routine, for messages.
    private final String verb;

    private final CallSequence.CollectiveScope stay;

    ElementType type;

    /// Offset in the region of the first destination element.
    long dst;

    /// Offset in the region of the first source element.
    long src;

    private long dstBytes;
    private long srcBytes;

    /// Lets the calling thread into the collective `verb` of a team, until [#close]. Refuses a second thread.
    CheckedCall(Session session, Group group, String verb) {
        this.session = session;
        this.members = group.size;
        this.verb = verb;
        this.stay = group.calls.enter(verb, verb);
    }

    @Override
    public void close() {
        stay.close();
    }

    /// Refuses an operator that is null or that the element type does not have.
    void checkOp(Op op, ElementType elements) {
        if (op == null) throw session.missing(verb + ", op", "give an Op");
        if (Combine.has(elements, op)) return;
        String mistake = "%s, %s combines the bits of integers, not %ss; use MAX, MIN, SUM or PROD";
        throw session.refusal(mistake, verb, op, elements.label());
    }

    /// Refuses a root that the team does not have.
    CheckedCall root(int pe) {
        if (pe < 0 || pe >= members) throw session.noPe(verb + ", root", pe, members);
        return this;
    }

    /// Elements of one block for each member. Refuses a number that exceeds every array.
    long times(long n, SymArray<?, ?> array) {
        if (n <= 0 || n <= Long.MAX_VALUE / members) return n * members;
        long length = array == null ? 0 : array.length();
        String mistake = "%s, count=%d for each of %d members exceeds the %d elements of the array; give at most %d";
        throw session.bounds(mistake, verb, n, members, length, length / members);
    }

    /// Elements from the first to the last of `n` that are `stride` apart. On overflow the result exceeds every array.
    long spread(String name, long stride, long n) {
        if (stride < 1) {
            String mistake = "%s, %s=%d must be at least 1; give the distance in elements";
            throw session.refusal(mistake, verb, name, stride);
        }
        if (n <= 1) return n;
        return stride > (Long.MAX_VALUE - 1) / (n - 1) ? Long.MAX_VALUE : (n - 1) * stride + 1;
    }

    /// Takes `dstCount` elements of `to` and `srcCount` of `from` as operands; none if `n` is 0.
    CheckedCall of(long n, SymArray<?, ?> to, long dstCount, SymArray<?, ?> from, long srcCount) {
        if (n < 0) throw session.refusal("%s, count=%d is negative; give 0 or more", verb, n);
        if (n == 0) {
            type = ElementType.BYTE;
            dst = src = session.heap().start;
            dstBytes = srcBytes = 0;
            return this;
        }
        Array<?, ?> target = array("dst", to, n, dstCount);
        Array<?, ?> source = array("src", from, n, srcCount);
        if (target.type != source.type) {
            String mistake = "%s, dst has %s and src has %s; give two arrays of one type";
            throw session.refusal(mistake, verb, target.noun(), source.noun());
        }
        type = target.type;
        dst = target.offset;
        src = source.offset;
        dstBytes = dstCount * type.bytes;
        srcBytes = srcCount * type.bytes;
        return this;
    }

    /// Takes the operands of a reduction or scan. If no element moves, the operator still has to fit the destination.
    CheckedCall combined(Op op, SymArray<?, ?> to, SymArray<?, ?> from, long n) {
        of(n, to, n, from, n).apart(true);
        checkOp(op, to == null ? type : ((Array<?, ?>) to).type);
        return this;
    }

    /// Takes the operands of collect. All of `to` may be written, since only all members together know the total. `to`
    /// takes part even if this PE has no element; `from` is then only checked.
    CheckedCall collected(SymArray<?, ?> to, SymArray<?, ?> from, long n) {
        if (n > 0) return of(n, to, to == null ? 0 : to.length(), from, n);
        of(n, null, 0, null, n);
        src = Gathers.NO_SOURCE;
        if (from != null) array("src", from, 0, 0);
        if (to == null) return this;
        Array<?, ?> target = array("dst", to, 0, 0);
        type = target.type;
        dst = target.offset;
        return this;
    }

    /// Takes the operands of alltoallv, all of `to` and the first elements of `from`, and refuses wrong counts. `from`
    /// may be null if this PE sends nothing.
    CheckedCall exchanged(SymArray<?, ?> to, SymArray<?, ?> from, long[] counts) {
        if (counts == null) throw session.missing(verb + ", counts", "give a count for each member");
        if (counts.length != members) {
            String mistake = "%s, counts has %d elements for %d members; give one for each";
            throw session.refusal(mistake, verb, counts.length, members);
        }
        long all = 0;
        for (int k = 0; k < members; k++) {
            if (counts[k] < 0) {
                throw session.refusal("%s, counts[%d]=%d is negative; give 0 or more", verb, k, counts[k]);
            }
            all = counts[k] > Long.MAX_VALUE - all ? Long.MAX_VALUE : all + counts[k];
        }
        Array<?, ?> target = array("dst", to, 0, 0);
        SymArray<?, ?> source = from == null && all == 0 ? to : from;
        if (source == null) throw session.missing(verb + ", src", "give a symmetric array, or counts of 0");
        long length = array("src", source, 0, 0).length;
        if (all > length) {
            String mistake = "%s, counts sum to %d and exceed the %d elements of src; make it longer or send less";
            throw session.bounds(mistake, verb, all, length);
        }
        return of(1, to, target.length, source, all);
    }

    /// The array of an argument, of which a call with count `n` uses `count` elements.
    private Array<?, ?> array(String name, SymArray<?, ?> given, long n, long count) {
        if (given == null) throw session.missing(verb + ", " + name, "give a symmetric array, or count 0");
        Array<?, ?> array = (Array<?, ?>) given;
        if (array.block.session != session) throw Refusal.foreign(array, verb, name);
        boolean blocks = count > n && count > array.length(); // the caller's count is that of a member
        array.check(verb, name, 0, blocks ? 0 : count);
        if (blocks) throw Refusal.blocks(array, verb + ", " + name, n, members, count);
        return array;
    }

    /// Refuses arrays that share memory, unless they are one array in a call that works `inPlace`.
    CheckedCall apart(boolean inPlace) {
        if (dst >= src + srcBytes || src >= dst + dstBytes) return this;
        if (inPlace && dst == src && dstBytes == srcBytes) return this;
        String remedy = inPlace
                ? "give the same array twice for in place, or two that do not share memory"
                : "give arrays that do not share memory";
        long base = session.heap().start;
        String mistake = "%s, dst of %d bytes at %d and src of %d bytes at %d overlap; %s";
        throw session.refusal(mistake, verb, dstBytes, dst - base, srcBytes, src - base, remedy);
    }
}
