// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.LongPredicate;
import org.jshmem.Work;

/// The operations that a machine in virtual time cannot observe: direct loads and stores, and computation. The
/// library reports them, and the machine adds their cost. Machines in real time have no such object.
public interface VirtualCosts {

    /// Reports direct loads (or `stores`) of `bytes` bytes, made right after this call. A direct store that another
    /// PE awaits is followed by a [Channel#signal].
    void touch(int pe, long offset, long bytes, boolean stores);

    /// Reports a direct copy, made right after this call.
    void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes);

    /// Makes a direct copy into this PE's memory. Its bytes are there after [#complete].
    void copy(long to, int pe, long from, long bytes);

    /// Waits until all copies of [#copy] have been made.
    void complete();

    /// Makes the rounds of a meeting, at the times that calls of signal and await would have, with flags of
    /// this value and waits for at least `goal`. They end at an awaited flag that does not fit; any thread
    /// may call `fits`. Returns the number of rounds in which the flag has fit; -1 if it makes none, and
    /// the caller makes them by these calls.
    default int meet(Rounds rounds, long value, long goal, LongPredicate fits, Wait wait) {
        return -1;
    }

    /// Reports computation.
    void compute(Work work);

    /// Returns the value of a parameter of the simulated machine; 0 if the machine has none of this symbol.
    double parameter(String symbol);
}
