// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

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

    /// Waits for a flag after the PE's earlier operations. May return before it is there: until its next
    /// [Transport#await] the PE only signals and makes such waits. Any thread may call [WordWait#saw] with the
    /// flag. Its exception ends this wait and the operations after it; the PE's own thread throws it. Returns
    /// false if the caller has to wait by [Transport#await].
    default boolean pass(FlagWait flag) {
        return false;
    }

    /// Reports whether the collective that begins accesses other members' memory by calls of put and get.
    default void byCalls(boolean calls) {}

    /// Reports computation.
    void compute(Work work);

    /// Returns the value of a parameter of the simulated machine; 0 if the machine has none of this symbol.
    double parameter(String symbol);
}
