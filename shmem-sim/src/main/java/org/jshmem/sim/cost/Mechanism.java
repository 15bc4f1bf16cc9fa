// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// A mechanism of a machine that can be switched off, to find the results that depend on it. A result that survives
/// without every mechanism is not evidence for any of them.
///
/// @param name the name for `--without`
/// @param without the difference when it is off
public record Mechanism(String name, String without) {}
