// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// The memories of all PEs: what an access costs, and when others see it. Moves no bytes; the backend does.
///
/// Times are picoseconds. A PE calls with its clock, `now`, when no PE that could act has a smaller one, and gets back
/// when the access is done. An access of several steps takes [Turns] between them. `region` is the PE whose
/// memory it is, `offset` counts bytes in it.
///
/// **When bytes change.** After an access that changes memory, [#effect] says when its bytes change, and [#seen]
/// when a waiting PE can notice. A coherent machine may change them at once if whoever looks waits until the line
/// is there; one whose readers get what is there says when it arrives.
public interface MemorySystem {

    /// Bytes that move together at an offset of a region.
    int line(long offset);

    /// A load of a word.
    long load(int pe, int region, long offset, long now);

    /// A store of a word.
    long store(int pe, int region, long offset, long now);

    /// An atomic operation on a word.
    long atomic(int pe, int region, long offset, long now);

    /// A flag that others wait for.
    default long flag(int pe, int region, long offset, long now) {
        return store(pe, region, offset, now);
    }

    /// A look at a word that the PE waits for.
    default long poll(int pe, int region, long offset, long now) {
        return load(pe, region, offset, now);
    }

    /// Whether every look of a waiting PE costs something, also in vain.
    default boolean pollsInterfere() {
        return true;
    }

    /// Changes a range from private memory: `call` by a put, else by direct stores of values at hand.
    long write(int pe, int region, long offset, long bytes, boolean call, long now);

    /// Reads a range into private memory: `call` by a get, else by direct loads of values that go into registers.
    long read(int pe, int region, long offset, long bytes, boolean call, long now);

    /// Copies between regions.
    long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now);

    /// When all that a PE has written is where it was to go.
    default long quiet(int pe, long now) {
        return now;
    }

    /// When the latest access that changed memory changes it; not before its turn.
    long effect();

    /// When a waiting PE can notice that change.
    long seen();

    /// The PE begins something new, such as a call or a wait: streams that it followed are forgotten.
    default void begin(int pe) {}

    /// Who wrote a line last, -1 for nobody.
    int writer(int region, long offset);

    /// Puts a range into one PE's cache alone, at no cost: states are forced before a measurement.
    void force(int region, long offset, long bytes, int holder);

    /// Puts a range into memory alone, at no cost.
    void flush(int region, long offset, long bytes);
}
