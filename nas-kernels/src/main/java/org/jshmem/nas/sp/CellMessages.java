// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.lang.foreign.MemorySegment;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymMem;
import org.jshmem.nas.npb.Stopwatch;

/// Messages between PEs: the sender packs one in scratch memory and puts it into a slot of the receiver's symmetric
/// memory. Signals count the messages, each those of one way.
final class CellMessages {
    private final Shmem sh;
    private final Access access;
    private final Stopwatch watch;
    private final SymMem slots;
    private final Signal[] arrived;
    private final ScratchMemory packed;

    CellMessages(Shmem sh, long slotBytes, int ways, long largestDoubles, Access access, Stopwatch watch) {
        this.sh = sh;
        this.access = access;
        this.watch = watch;
        slots = sh.mem(slotBytes);
        arrived = sh.signals(ways);
        packed = new ScratchMemory(largestDoubles);
    }

    void free() {
        slots.free();
        for (Signal signal : arrived) signal.free();
    }

    /// The address at which the next message is packed.
    long packed() {
        return packed.address();
    }

    /// Puts the packed message into the slot at `at`, and sets a PE's signal of `way` to `count`.
    void send(int way, long count, long at, long bytes, int pe) {
        watch.enter(Stopwatch.Phase.TRANSFER);
        MemorySegment message = Lanes.bytes(packed.address(), bytes);
        if (access == Access.PTR) {
            slots.stored(at, bytes, pe);
            MemorySegment.copy(message, 0, slots.ptr(pe), at, bytes);
            // release: pairs with the wait in await; publishes the stores above
            arrived[way].set(count, pe);
        } else {
            slots.putSignal(at, message, arrived[way], count, SignalOp.SET, pe);
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// Waits for message `count` of a way.
    void await(int way, long count) {
        watch.enter(Stopwatch.Phase.WAITING);
        // acquire: pairs with the signal in send
        arrived[way].waitUntil(Cmp.GE, count);
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// Declares the loads of the message at `at`, and returns its address.
    long read(long at, long bytes) {
        slots.loaded(at, bytes, sh.myPe());
        return slots.local().address() + at;
    }
}
