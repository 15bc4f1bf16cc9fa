// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// The symbol of a parameter that a kind of memory or core needs. An enum for each kind declares its symbols once.
public interface Symbol {

    /// Its name in formulas, in files and on the command line.
    String name();

    /// `ns`, `cycles`, `instructions`, `bytes`, `GB/s`, `GHz`, `MHz` or `count`.
    String unit();

    /// A description of the quantity.
    String meaning();

    /// Whether a machine file may leave it out.
    default boolean isOptional() {
        return false;
    }
}
