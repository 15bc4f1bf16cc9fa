// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

/// What a machine may do with the accesses of one thread.
public enum Order {
    /// Every access takes effect at once, in the order of the program.
    SEQUENTIAL,

    /// As x86-64: stores wait in a queue, first in, first out; loads overtake them. Atomics and full fences
    /// empty it.
    TOTAL_STORE,

    /// As aarch64 and the Java memory model allow, without what needs speculation on values: stores to
    /// different words leave in any order, but for releases and release fences; a plain load may be as old as
    /// the last acquire; what an atomic writes may become visible after loads that follow it.
    WEAK
}
