// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The two teams of a PE in a two-dimensional split.
///
/// @param x the team of this PE's row; its PE number there is its x coordinate
/// @param y the team of this PE's column; its PE number there is its y coordinate
public record Grid(Team x, Team y) {}
