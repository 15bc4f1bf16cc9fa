// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The two teams of a PE in a two-dimensional split. In rows of four, PEs 0 to 3 of the team are the first row, 4 to
/// 7 the second, and PEs 0, 4, 8 and so on the first column.
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
