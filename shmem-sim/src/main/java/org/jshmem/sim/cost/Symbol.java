// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// The symbol of a parameter that a kind of memory, core or network needs, or the name of a mechanism that it has.
///
/// @param name its name in formulas, in files and on the command line
/// @param unit `ns`, `cycles`, `instructions`, `bytes`, `GB/s`, `GHz`, `MHz` or `count`; `off` for a mechanism
/// @param meaning a description of the quantity, or of the machine without the mechanism
/// @param isOptional whether a machine file may leave it out
public record Symbol(String name, String unit, String meaning, boolean isOptional) {}
