// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// A parameter that a kind of memory or core needs: an enum for each kind declares them, once.
public interface Symbol {

    /// How formulas, files and the command line call it.
    String name();

    /// `ns`, `cycles`, `bytes`, `GB/s`, `GHz`, `MHz` or `count`.
    String unit();

    /// What it prices.
    String meaning();
}
