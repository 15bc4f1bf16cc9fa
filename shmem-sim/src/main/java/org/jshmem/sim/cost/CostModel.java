// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.function.LongConsumer;

/// The costs of a machine: the end of each access to the memory of all PEs, and the time at which others see it. The
/// backend, not the model, moves the bytes.
///
/// Times are picoseconds. A PE calls with its clock, `now`, when no PE that could act has a smaller clock, and takes
/// all steps of one access before it begins another. Accesses of other PEs fit between the steps.
///
/// **When bytes change.** A coherent machine may change bytes at once if each reader waits until the line is there. A
/// machine whose readers get the present bytes answers with the time at which new bytes arrive: [MachineAccess#effect].
/// If the PE goes on before that, the machine [delivers][#deliver] the bytes.
public abstract class CostModel {

    private final int line;
    private final int shift;

    /// A memory whose lines have this number of bytes, a power of two.
    protected CostModel(int line) {
        this.line = line;
        shift = Integer.numberOfTrailingZeros(line);
    }

    /// Takes the next step of an access, and returns its end. [MachineAccess#more] then has whether another step
    /// follows.
    public abstract long step(MachineAccess access, long now);

    /// Whether changes of a PE's memory by another one may [be sent][MachineAccess#sent].
    public boolean sends(int pe, int target) {
        return false;
    }

    /// Carries the bytes of a change that its last step has [sent][MachineAccess#sent] to their place. There `arrival`
    /// changes them, and takes the time at which a PE that waits for them notices the change.
    public void deliver(MachineAccess access, LongConsumer arrival) {
        throw new UnsupportedOperationException();
    }

    /// Whether other PEs can neither see nor delay the first step of an access, which may then be taken before their
    /// earlier ones.
    public boolean beginsUnseen(MachineAccess access) {
        return false;
    }

    /// Bytes that move together.
    public final int line() {
        return line;
    }

    /// The number of the line of an offset.
    protected final long index(long offset) {
        return offset >>> shift;
    }

    /// The number of lines of a range.
    protected final long lines(long offset, long bytes) {
        return index(offset + bytes - 1) - index(offset) + 1;
    }

    /// Whether every look of a waiting PE has a cost, also a look in vain.
    public boolean pollsInterfere() {
        return true;
    }

    /// The time from which [#quiet] knows the answer: all messages of a PE have met the queues on their way.
    public long quietKnown(int pe) {
        return 0;
    }

    /// The time at which all writes of a PE have arrived.
    public long quiet(int pe, long now) {
        return now;
    }

    /// The PE begins a new operation, such as a call or a wait: the prefetch streams that it followed are forgotten.
    public void begin(int pe) {}

    /// The PE that wrote a line last, -1 for none.
    public abstract int writer(int region, long offset);

    /// Puts a range into one PE's cache alone, or into memory alone for a `holder` of -1, at no cost. Measurements set
    /// cache states in this way.
    public abstract void place(int region, long offset, long bytes, int holder);
}
