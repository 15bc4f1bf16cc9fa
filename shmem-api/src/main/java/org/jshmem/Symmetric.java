// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;

/// An object that every PE has at the same offset of its symmetric heap, so that each PE can name every copy.
///
/// Symmetric objects come from the factories of [Shmem], such as [Shmem#longs].
public interface Symmetric {

    /// {@return the number of elements; bytes for [SymMem]; 1 for a [Signal]}
    long length();

    /// {@return the start of the object, in bytes from the base of the PE's heap: equal on all PEs}
    long byteOffset();

    /// {@return whether put and get reach this object on PE `pe`: false, never an exception, for a freed
    /// object or a PE that does not exist}
    ///
    /// @param pe PE in the world or in the view's team; any number is allowed
    boolean accessible(int pe);

    /// Gives the object, with all its slices and views, `name` in messages, traces and reports of this PE. Not
    /// collective.
    ///
    /// @param name name as messages show it, between quotes
    /// @return this object; assign it to a variable of its own type
    Symmetric named(String name);

    /// {@return this PE's copy as a segment for plain loads and stores, valid until the session ends} Other
    /// PEs see the stores after a signal, an atomic or a barrier of this PE. After [#free] the segment
    /// reads the object that has the memory next.
    MemorySegment local();

    /// {@return the copy of PE `pe` as a segment of exactly this object, for plain loads and stores without a
    /// call for each access; null if this PE cannot load and store there, as on another host or on the
    /// machine `scc`}
    ///
    /// ```java
    /// MemorySegment there = box.ptr(pe);
    /// if (there != null) there.setAtIndex(ValueLayout.JAVA_LONG, 4, 42);   // native byte order
    /// sh.fence();                                                          // as after a put
    /// ```
    ///
    /// Stores follow the rules of puts: order them by [Shmem#fence], complete them by [Shmem#quiet]. The
    /// segment is valid until the session ends. After [#free] it reads the object that has the memory next.
    ///
    /// @param pe PE whose copy is loaded and stored, in the world or in the view's team
    /// @throws IndexOutOfBoundsException if PE `pe` does not exist
    MemorySegment ptr(int pe);

    /// Returns this object's memory on another PE as [#ptr(int)] does, with the PE's number in a team.
    MemorySegment ptr(Team team, int pe);

    /// Declares to a simulated machine that the program loads `count` elements from `index` on PE `pe`
    /// directly, after this call. Nothing is loaded by the call itself. A real machine ignores it.
    ///
    /// @param index first element that is loaded
    /// @param count number of elements that are loaded
    /// @param pe PE whose copy is loaded
    /// @throws IndexOutOfBoundsException if elements or PE do not exist
    void loaded(long index, long count, int pe);

    /// Declares direct stores, as [#loaded] does loads. Nothing is stored by the call itself.
    void stored(long index, long count, int pe);

    /// Gives the memory back. **Collective**, with a barrier on entry; an empty object does not
    /// synchronise. A PE uses neither the object nor its views after its own call. The barrier completes
    /// the operations of the default context: call [Ctx#quiet()] before for those of another context.
    ///
    /// @throws IllegalStateException if this is a slice, or freed already
    void free();
}
