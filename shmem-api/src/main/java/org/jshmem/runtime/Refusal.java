// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.ShmemTimeoutException;

/// The cold side of every check: finds out what was wrong and says who, what, the numbers and what to do.
final class Refusal {
    private Refusal() {}

    /// Throws what is wrong with the call; returns when nothing is, which happens for the creator of a private context.
    static void refuse(Place x, String verb, long i, long n, int pe) {
        if (!x.block.session.live)
            throw state(x, verb, "belongs to a session that is finalized; allocate it again after init");
        if (!x.block.live) throw state(x, verb, "was freed or reallocated; use the new object, or free later");
        x.context.admit(verb);
        if (pe < 0 || pe >= x.npes) throw pe(x, verb, pe, x.npes);
        if (n < 0) throw count(x, verb, "count", n);
        if (i < 0 || i > x.length - n) throw range(x, verb, i, n);
    }

    static IndexOutOfBoundsException pe(Place x, String verb, int pe, int npes) {
        return new IndexOutOfBoundsException("%s: %s on an object of %d %s, pe=%d is no PE of a team of %d; use 0 to %d"
                .formatted(who(x), verb, x.length, x.noun(), pe, npes, npes - 1));
    }

    static IndexOutOfBoundsException range(Place x, String verb, long i, long n) {
        return new IndexOutOfBoundsException(
                "%s: %s of %d from index %d leaves an object of %d %s; check index and count"
                        .formatted(who(x), verb, n, i, x.length, x.noun()));
    }

    static IndexOutOfBoundsException strided(Place x, String verb, long i, int n, int size, long stride) {
        return new IndexOutOfBoundsException(
                "%s: %s of %s from index %d, stride %d, leaves an object of %d %s; check index, stride and count"
                        .formatted(who(x), verb, blocks(n, size), i, stride, x.length, x.noun()));
    }

    static IndexOutOfBoundsException stridedBuffer(
            Place x, String verb, String name, int from, int n, int size, int stride, int length) {
        return new IndexOutOfBoundsException(
                "%s: %s on an object of %d %s needs %s of %s from %d, stride %d, which has %d; check index, stride and count"
                        .formatted(who(x), verb, x.length, x.noun(), blocks(n, size), name, from, stride, length));
    }

    private static String blocks(int n, int size) {
        return size == 1 ? n + " elements" : n + " blocks of " + size;
    }

    static IndexOutOfBoundsException buffer(Place x, String verb, String name, long from, long n, long length) {
        return new IndexOutOfBoundsException(
                "%s: %s on an object of %d %s needs %d elements of %s from %d, which has %d; check index and count"
                        .formatted(who(x), verb, x.length, x.noun(), n, name, from, length));
    }

    static IllegalArgumentException count(Place x, String verb, String name, long value) {
        return new IllegalArgumentException("%s: %s on an object of %d %s, %s=%d is negative; give 0 or more"
                .formatted(who(x), verb, x.length, x.noun(), name, value));
    }

    static IllegalArgumentException argument(Place x, String verb, String what) {
        return new IllegalArgumentException(
                "%s: %s on an object of %d %s, %s".formatted(who(x), verb, x.length, x.noun(), what));
    }

    static IllegalStateException state(Place x, String verb, String what) {
        return new IllegalStateException("%s: %s on object %d of %d %s, which %s"
                .formatted(who(x), verb, x.block.number, x.length, x.noun(), what));
    }

    static NullPointerException missing(Place x, String verb, String name) {
        return new NullPointerException("%s: %s on an object of %d %s, %s is null; give the data"
                .formatted(who(x), verb, x.length, x.noun(), name));
    }

    /// A wait for elements of an object took too long: which ones, in the program's words.
    static ShmemTimeoutException timedOut(Place x, String verb, long i, long n, ShmemTimeoutException e) {
        return new ShmemTimeoutException("%s; that is %s of object %d of %d %s, in %s: nobody has written it"
                .formatted(
                        e.getMessage(),
                        n == 1 ? "element " + i : "elements %d to %d".formatted(i, i + n - 1),
                        x.block.number,
                        x.length,
                        x.noun(),
                        verb));
    }

    private static String who(Place x) {
        return x.block.session.who();
    }
}
