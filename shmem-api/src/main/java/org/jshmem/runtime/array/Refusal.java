// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.math.BigInteger;

/// The exceptions of failed checks. Their messages name the PE, the call, the mistake with its numbers, and the remedy.
/// All of it is cold code, outside the checks.
public final class Refusal {
    private Refusal() {}

    /// Throws the exception of a failed check: the first mistake in the order session, object, context, PE, count,
    /// range.
    static void refuse(SymObject x, String verb, long i, long n, int pe) {
        if (!x.block.session.live)
            throw state(x, verb, ", which belongs to a session that is finalized; allocate it again after init");
        if (!x.block.live) throw state(x, verb, ", which was freed or reallocated; use the new object, or free later");
        x.context.check(verb, "through");
        if (pe < 0 || pe >= x.npes) throw pe(x, verb, pe, x.npes);
        if (n < 0) throw count(x, verb, "count", n);
        if (i < 0 || i > x.length - n) throw range(x, verb, i, n);
    }

    static IndexOutOfBoundsException pe(SymObject x, String verb, int pe, int npes) {
        return x.block.session.noPe(verb + " on " + x.label(), pe, npes);
    }

    private static IndexOutOfBoundsException bounds(SymObject x, String verb, String mistake, Object... values) {
        return x.block.session.bounds("%s on %s%s", verb, x.label(), mistake.formatted(values));
    }

    /// The exception for `n` elements from index `i` on, with the counts or the indices that fit.
    static IndexOutOfBoundsException range(SymObject x, String verb, long i, long n) {
        if (i < 0) return bounds(x, verb, ": index %d is negative; %s", i, inside(i, n, x.length));
        BigInteger end = BigInteger.valueOf(i).add(BigInteger.valueOf(n));
        return bounds(x, verb, ": index %d + count %d = %s exceeds its length; %s", i, n, end, inside(i, n, x.length));
    }

    /// The exception for an index of all elements on all PEs.
    static IndexOutOfBoundsException cyclic(SymObject x, String verb, long i, long length) {
        String mistake = ", cyclic over %d PEs: index %d is outside its %d elements; %s";
        String remedy = length == 0 ? "make it longer" : "use 0 to " + (length - 1);
        return bounds(x, verb, mistake, x.npes, i, length, remedy);
    }

    private static String inside(long i, long n, long length) {
        if (length == 0) return "it has no elements, make it longer";
        if (n > 1 && i > 0 && i < length) return "use a count of at most %d from index %d".formatted(length - i, i);
        if (n > length) return "use a count of at most " + length;
        if (n > 1) return "use 0 to %d for %d elements".formatted(length - n, n);
        return "use 0 to " + (length - n);
    }

    /// The exception for an array that is shorter than the blocks of all members: `n` elements for each of them, or, if
    /// they are apart by a stride, `all` elements from the first to the last.
    public static IndexOutOfBoundsException blocks(SymObject x, String verb, long n, int members, long all) {
        String remedy = x.length < members ? "make it longer" : "use a count of at most " + x.length / members;
        String mistake = all == n * members
                ? " = %d exceeds its length; %s".formatted(all, remedy)
                : " with the stride spans %d elements and exceeds its length; use a smaller count or stride"
                        .formatted(all);
        return bounds(x, verb, ": count %d for each of %d members%s", n, members, mistake);
    }

    static IndexOutOfBoundsException strided(SymObject x, String verb, long i, long n, long size, long stride) {
        String mistake = "%s of %s from index %d, stride %d, exceeds %s; use a smaller index, stride or count";
        return x.block.session.bounds(mistake, verb, blocks(n, size), i, stride, x.label());
    }

    static IndexOutOfBoundsException stridedBuffer(
            SymObject x, String verb, String name, long from, long n, long size, long stride, long length) {
        String mistake = " needs %s of %s from %d, stride %d, which has %d; use a smaller index, stride or count";
        return bounds(x, verb, mistake, blocks(n, size), name, from, stride, length);
    }

    private static String blocks(long n, long size) {
        return size == 1 ? n + " elements" : n + " blocks of " + size;
    }

    static IndexOutOfBoundsException buffer(SymObject x, String verb, String name, long from, long n, long length) {
        String mistake = " needs %d elements of %s from %d, which has %d; use a smaller index or count";
        return bounds(x, verb, mistake, n, name, from, length);
    }

    static IllegalArgumentException count(SymObject x, String verb, String name, long value) {
        return argument(x, verb, "%s=%d is negative; give 0 or more", name, value);
    }

    public static IllegalArgumentException argument(SymObject x, String verb, String mistake, Object... values) {
        return x.block.session.refusal("%s on %s, %s", verb, x.label(), mistake.formatted(values));
    }

    /// The exception for the argument `name`, which is an object of another PE.
    public static IllegalArgumentException foreign(SymObject x, String verb, String name) {
        return argument(x, verb, "%s belongs to another PE's session; use this PE's own handle", name);
    }

    static IllegalStateException state(SymObject x, String verb, String what) {
        return x.block.session.state("%s on %s%s", verb, x.label(), what);
    }

    static IllegalStateException slice(SymObject x, String verb, String whole) {
        return state(x, verb, ": a slice has no memory of its own; " + whole + " the array that it was cut from");
    }

    static NullPointerException missing(SymObject x, String verb, String name) {
        return missing("%s: %s on %s".formatted(x.block.session.who(), verb, x.label()), name);
    }

    /// The exception for the argument `name` of a call, which is null.
    static NullPointerException missing(String call, String name) {
        String remedy = switch (name) {
            case "c" -> "give a comparison, EQ to LE";
            case "op" -> "give SignalOp.SET or SignalOp.ADD";
            case "sig" -> "give the signal that follows the data";
            case "s" -> "give the signals";
            case "indices" -> "give an array for the indices";
            case "dst" -> "give an array for the result";
            default -> name.startsWith("s[") ? "give a signal, or skip it" : "give the data";
        };
        return new NullPointerException("%s, %s is null; %s".formatted(call, name, remedy));
    }
}
