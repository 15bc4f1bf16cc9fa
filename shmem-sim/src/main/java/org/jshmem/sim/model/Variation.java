// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.function.UnaryOperator;

/// One way in which a machine may be wrong within what is known of it. The union of a result over all variations is
/// the model's band: a claim holds if it holds over all of it.
///
/// @param name for tables
/// @param change makes the varied machine
public record Variation(String name, UnaryOperator<Machine> change) {}
