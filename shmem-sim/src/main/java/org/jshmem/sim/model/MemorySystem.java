// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// The memories of all PEs: the cost of each access, and the time at which others see it. The backend, not this
/// interface, moves the bytes.
///
/// Times are picoseconds. A PE calls with its clock, `now`, when no PE that could act has a smaller clock. The call
/// returns the end of the access. Puts, gets and copies return their [Steps]; a PE takes all steps of one before it
/// begins another. `region` is the PE that owns
/// the memory, and `offset` counts bytes in it.
///
/// **When bytes change.** After an access that changes memory, [#effect] returns the time at which its bytes change.
/// [#seen] returns the time at which a waiting PE can notice the change. A coherent machine may change bytes at once if
/// each reader waits until the line is there. A machine whose readers get the present bytes returns the time at which
/// new bytes arrive.
public abstract class MemorySystem {
    private long effect;
    private long seen;
    private Steps rest;

    /// For subclasses.
    protected MemorySystem() {}

    /// Bytes that move together at an offset of a region: a power of two.
    public abstract int line(long offset);

    /// A load of a word.
    public abstract long load(int pe, int region, long offset, long now);

    /// A store of a word. If [#rest] then returns further steps, the first one is at the returned time.
    public abstract long store(int pe, int region, long offset, long now);

    /// An atomic operation on a word, as [#store].
    public abstract long atomic(int pe, int region, long offset, long now);

    /// A store of a flag that other PEs wait for, as [#store].
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

    /// Changes a range from private memory: `call` by a put, else by direct stores of values at hand. [#effect] and
    /// [#seen] hold after the last step.
    public abstract Steps write(int pe, int region, long offset, long bytes, boolean call);

    /// Reads a range into private memory: `call` by a get, else by direct loads of values that go into registers.
    public abstract Steps read(int pe, int region, long offset, long bytes, boolean call);

    /// Copies between regions.
    public abstract Steps copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes);

    /// The further steps of the latest store, flag or atomic operation; null for none.
    public final Steps rest() {
        Steps steps = rest;
        rest = null;
        return steps;
    }

    /// An access has further steps, the first one at `time`.
    protected final long later(long time, Steps steps) {
        rest = steps;
        return time;
    }

    /// The end of a store, flag or atomic operation without other PEs, which has returned `next`: for costs alone.
    public final long alone(long next) {
        Steps steps = rest();
        return steps == null ? next : steps.all(next);
    }

    /// The end of [#write] without other PEs: for costs alone.
    public final long write(int pe, int region, long offset, long bytes, boolean call, long now) {
        return write(pe, region, offset, bytes, call).all(now);
    }

    /// The end of [#read] without other PEs: for costs alone.
    public final long read(int pe, int region, long offset, long bytes, boolean call, long now) {
        return read(pe, region, offset, bytes, call).all(now);
    }

    /// The end of [#copy] without other PEs: for costs alone.
    public final long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now) {
        return copy(pe, toRegion, to, fromRegion, from, bytes).all(now);
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
