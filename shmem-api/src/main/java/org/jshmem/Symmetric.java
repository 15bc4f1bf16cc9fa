// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;

/// Memory that every PE has at the same offset of its symmetric heap.
public interface Symmetric {

    /// Elements; bytes for [SymMem]; 1 for a [Signal].
    long length();

    /// Where the object starts, in bytes from the base of the PE's heap: equal on all PEs.
    long byteOffset();

    /// Whether this object can be reached on that PE by put and get; false, never an exception, for a freed object
    /// or an unknown PE.
    boolean accessible(int pe);

    /// Gives the object, with all its slices and views, a name of this PE's choice, which messages and reports
    /// call it by in the place of its number; returns itself. Not collective.
    <T extends Symmetric> T named(String name);

    /// This PE's own copy, for plain loads and stores. Dies with the session.
    MemorySegment local();

    /// The copy of PE `pe`, cut to exactly this object: plain loads and stores, no call per access. Null where this PE
    /// cannot load and store there, as on another host. Dies with the session; freeing the object does not end it.
    /// `IndexOutOfBoundsException` for a PE that does not exist.
    MemorySegment ptr(int pe);

    /// As [#ptr(int)], with the PE's number in a team.
    MemorySegment ptr(Team team, int pe);

    /// Declares that the program loads the elements from `i` on, `n` of them, on PE `pe` directly, right after
    /// this call: free on a real backend, priced in the simulator.
    void loaded(long i, long n, int pe);

    /// As [#loaded], for direct stores. Others learn of them by a signal, an atomic or a barrier.
    void stored(long i, long n, int pe);

    /// Gives the memory back: barrier on entry, collective. An empty object does not synchronise; a slice cannot be
    /// freed.
    void free();
}
