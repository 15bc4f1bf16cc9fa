// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// Something that a machine does and that can be switched off, to see which result depends on it. A result that
/// survives without every mechanism is no evidence for any of them.
///
/// @param name what `--without` calls it
/// @param without what is different when it is off
public record Mechanism(String name, String without) {}
