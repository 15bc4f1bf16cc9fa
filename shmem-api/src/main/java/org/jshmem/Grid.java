// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The two teams of a PE in a two-dimensional split.
///
/// ```java
/// Grid grid = world.split2d(4);                        // rows of four PEs
/// double ofMyRow = grid.x().reduce(Op.SUM, count);
/// double ofMyColumn = grid.y().reduce(Op.SUM, count);
/// ```
///
/// @param x the team of this PE's row; its PE number there is its x coordinate
/// @param y the team of this PE's column; its PE number there is its y coordinate
public record Grid(Team x, Team y) {}
