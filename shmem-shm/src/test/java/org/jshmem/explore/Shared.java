// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jshmem.transport.Memory;

/// The memory that actors share: the real one, and what it held when an execution began.
final class Shared {
    private record Before(int width, long value) {}

    final Order order;
    private final Map<Long, Before> before = new LinkedHashMap<>();
    private long hash;
    private long hashToo;

    Shared(Order order) {
        this.order = order;
    }

    static long mix(long hash, long value) {
        long h = (hash + 0x632be59bd9b4e019L ^ value * 0x9e3779b97f4a7c15L) * 0xbf58476d1ce4e5b9L;
        return h ^ h >>> 29;
    }

    long read(long address, int width) {
        return Memory.getAcquire(address, width);
    }

    void write(long address, int width, long value) {
        long now = read(address, width);
        before.putIfAbsent(address, new Before(width, now));
        Memory.set(address, width, value);
        long then = read(address, width); // what fits into it
        hash ^= mix(mix(1, address), now) ^ mix(mix(1, address), then);
        hashToo ^= mix(mix(2, address), now) ^ mix(mix(2, address), then);
    }

    /// Makes memory as it was.
    void reset() {
        before.forEach((address, was) -> Memory.set(address, was.width, was.value));
        before.clear();
        hash = 0;
        hashToo = 0;
    }

    long hash(boolean second) {
        return second ? hashToo : hash;
    }
}
