// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// The costs of the library's routines, without the memory that they touch, in picoseconds.
///
/// @param put added before a put
/// @param get added before a get
/// @param quiet cost of a quiet
/// @param fence cost of a fence
/// @param direct added before a declared direct access
/// @param await added after a wait for a word
/// @param flag added before a flag of a collective that puts and gets
/// @param buffered added before a put for each 64 bytes: their copies through the library's buffers
public record CallCosts(long put, long get, long quiet, long fence, long direct, long await, long flag, long buffered) {

    /// The cost of the routine that makes an access.
    public long of(MachineAccess a) {
        boolean copies = a.kind == AccessKind.COPY;
        if (a.kind == AccessKind.PUT) return put + (a.bytes + 63) / 64 * buffered;
        if (copies && a.region != a.pe) return put;
        return a.kind == AccessKind.GET || copies && a.source != a.pe ? get : 0;
    }

    /// No costs: those of the memory system contain them.
    public static final CallCosts FREE = new CallCosts(0, 0, 0, 0, 0, 0, 0, 0);
}
