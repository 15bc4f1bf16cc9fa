// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// The memories of all PEs: the cost of each access, and the time at which others see it. The backend, not this
/// interface, moves the bytes.
///
/// Times are picoseconds. A PE calls with its clock, `now`, when no PE that could act has a smaller clock. The call
/// returns the end of the access. An access of several steps takes [Turns] between them. `region` is the PE that owns
/// the memory, and `offset` counts bytes in it.
///
/// **When bytes change.** After an access that changes memory, [#effect] returns the time at which its bytes change.
/// [#seen] returns the time at which a waiting PE can notice the change. A coherent machine may change bytes at once if
/// each reader waits until the line is there. A machine whose readers get the present bytes returns the time at which
/// new bytes arrive.
public abstract class MemorySystem {
    private long effect;
    private long seen;

    /// For subclasses.
    protected MemorySystem() {}

    /// Bytes that move together at an offset of a region: a power of two.
    public abstract int line(long offset);

    /// A load of a word.
    public abstract long load(int pe, int region, long offset, long now);

    /// A store of a word.
    public abstract long store(int pe, int region, long offset, long now);

    /// An atomic operation on a word.
    public abstract long atomic(int pe, int region, long offset, long now);

    /// A store of a flag that other PEs wait for.
    public long flag(int pe, int region, long offset, long now) {
        return store(pe, region, offset, now);
    }

    /// A look of a PE at a word that it waits for.
    public long poll(int pe, int region, long offset, long now) {
        return load(pe, region, offset, now);
    }

    /// Whether every look of a waiting PE has a cost, also a look in vain.
    public boolean pollsInterfere() {
        return true;
    }

    /// Changes a range from private memory: `call` by a put, else by direct stores of values at hand.
    public abstract long write(int pe, int region, long offset, long bytes, boolean call, long now);

    /// Reads a range into private memory: `call` by a get, else by direct loads of values that go into registers.
    public abstract long read(int pe, int region, long offset, long bytes, boolean call, long now);

    /// Copies between regions.
    public abstract long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now);

    /// The puts and copies of one PE in steps; null if the machine's accesses take turns of their own. A machine that
    /// has them makes each store, flag and step within one turn, and all its effects are at that turn.
    public Copying copying(int pe) {
        return null;
    }

    /// A put or a copy between regions, in steps. [#effect] and [#seen] hold after its last step.
    public interface Copying extends Turns.Steps {

        /// Begins as [#write] by a call.
        Copying put(int region, long offset, long bytes);

        /// Begins as [MemorySystem#copy].
        Copying copy(int toRegion, long to, int fromRegion, long from, long bytes);
    }

    /// The time at which all writes of a PE have arrived.
    public long quiet(int pe, long now) {
        return now;
    }

    /// The time at which the latest changing access changes memory; not before its turn.
    public final long effect() {
        return effect;
    }

    /// The time at which a waiting PE can notice that change.
    public final long seen() {
        return seen;
    }

    /// An access changes memory at one time and can be noticed from another time on. Returns its end.
    protected final long changed(long atTime, long noticed, long done) {
        effect = atTime;
        seen = noticed;
        return done;
    }

    /// The PE begins a new operation, such as a call or a wait: the prefetch streams that it followed are forgotten.
    public void begin(int pe) {}

    /// The PE that wrote a line last, -1 for none.
    public abstract int writer(int region, long offset);

    /// Puts a range into one PE's cache alone, at no cost. Measurements set cache states in this way.
    public abstract void force(int region, long offset, long bytes, int holder);

    /// Puts a range into memory alone, at no cost.
    public abstract void flush(int region, long offset, long bytes);
}
