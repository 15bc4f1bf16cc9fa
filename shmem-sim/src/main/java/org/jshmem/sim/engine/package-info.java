// SPDX-License-Identifier: Apache-2.0
/// Virtual time and turns: the running PE, the clocks of all PEs, and the conditions that blocked PEs wait for. This
/// package has no memory and no costs.
///
/// The invariant: one PE runs at a time, and when [org.jshmem.sim.engine.Engine#turn] returns, no PE that could still
/// act has a smaller clock. All shared state is touched between turns only. Nothing here or above therefore needs a
/// lock, and the same input gives the same picosecond on any host. Imports nothing of the project.
package org.jshmem.sim.engine;
