// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.SymArray;
import org.jshmem.collective.gather.Gathers;
import org.jshmem.collective.kernel.ElementType;

/// The two arrays of a collective, checked and turned into what the algorithms take: an element type and two offsets.
/*
 * Each team has one, filled anew by each of its collectives, of which one runs at a time. All checks are local and come
 * before any other member hears of the call, so a PE that throws here has disturbed nobody. Where no element is to move,
 * the arrays may be null, and what they are is of no account: all members agree on a neutral type and place.
 */
final class Operands {
    private final Session session;

    ElementType type;

    /// Offset in the region of the first destination element.
    long dst;

    /// Offset in the region of the first source element.
    long src;

    private long dstBytes;
    private long srcBytes;
    private String verb;

    Operands(Session session) {
        this.session = session;
    }

    /// `dstCount` elements of `to` and `srcCount` of `from` take part; none at all when `n` is 0.
    Operands of(String caller, long n, SymArray<?, ?> to, long dstCount, SymArray<?, ?> from, long srcCount) {
        verb = caller;
        if (n < 0) {
            throw new IllegalArgumentException(
                    "%s: %s, count=%d is negative; give 0 or more".formatted(session.who(), verb, n));
        }
        type = ElementType.BYTE;
        dst = src = session.heap().start();
        dstBytes = srcBytes = 0;
        if (n == 0) return this;
        Array<?, ?> target = array("dst", to, dstCount);
        Array<?, ?> source = array("src", from, srcCount);
        if (target.type != source.type) {
            throw new IllegalArgumentException("%s: %s, dst has %s and src has %s; give two arrays of one type"
                    .formatted(session.who(), verb, target.noun(), source.noun()));
        }
        type = target.type;
        dst = target.offset;
        src = source.offset;
        dstBytes = dstCount * type.bytes();
        srcBytes = srcCount * type.bytes();
        return this;
    }

    /// For collect: all of `to` is at stake, since only all members together know how much they bring. It takes part
    /// with whatever it is also where this PE brings nothing; then `from` is of no account.
    Operands collected(SymArray<?, ?> to, SymArray<?, ?> from, long n) {
        if (n > 0) return of("collect", n, to, to == null ? 0 : to.length(), from, n);
        of("collect", n, null, 0, null, n);
        src = Gathers.NO_SOURCE;
        if (from != null) array("src", from, 0);
        if (to == null) return this;
        Array<?, ?> target = array("dst", to, 0);
        type = target.type;
        dst = target.offset;
        return this;
    }

    private Array<?, ?> array(String name, SymArray<?, ?> given, long count) {
        if (given == null) {
            throw new NullPointerException(
                    "%s: %s, %s is null; give a symmetric array, or count 0".formatted(session.who(), verb, name));
        }
        Array<?, ?> array = (Array<?, ?>) given;
        if (array.block.session != session) {
            throw Refusal.argument(array, verb, name + " belongs to another PE's session; use this PE's own handle");
        }
        array.check(verb, name, 0, count);
        return array;
    }

    /// Refuses arrays that share memory.
    Operands apart() {
        if (dst < src + srcBytes && src < dst + dstBytes) {
            throw overlap("give arrays that do not share memory");
        }
        return this;
    }

    /// Refuses arrays that share memory, unless they are the same.
    Operands apartOrSame() {
        if (dst == src && dstBytes == srcBytes) return this;
        if (dst < src + srcBytes && src < dst + dstBytes) {
            throw overlap("give the same array twice for in place, or two that do not share memory");
        }
        return this;
    }

    private IllegalArgumentException overlap(String remedy) {
        long base = session.heap().start();
        return new IllegalArgumentException("%s: %s, dst of %d bytes at %d and src of %d bytes at %d overlap; %s"
                .formatted(session.who(), verb, dstBytes, dst - base, srcBytes, src - base, remedy));
    }
}
