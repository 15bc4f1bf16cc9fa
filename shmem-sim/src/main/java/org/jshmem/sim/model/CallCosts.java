// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// What the library's routines cost beside the memory they touch, in picoseconds.
///
/// @param put before a put
/// @param get before a get
/// @param quiet a quiet
/// @param fence a fence
/// @param direct before a declared direct access
public record CallCosts(long put, long get, long quiet, long fence, long direct) {

    /// Nothing: the memory system's prices contain them.
    public static final CallCosts FREE = new CallCosts(0, 0, 0, 0, 0);
}
