// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The rounds of a meeting. In round r a PE raises its flag at PE `to[r]`, and waits until the flag at `awaited[r]` of
/// its own memory has reached a goal. Flags only grow, and may wrap around.
///
/// @param to the PEs at which the flag is raised
/// @param awaited the offsets of the awaited flags
/// @param raised the offset of the raised flag
public record Rounds(int[] to, long[] awaited, long raised) {}
