// SPDX-License-Identifier: Apache-2.0
/// Virtual time and turns: which PE runs, when it is, who sleeps until what. Knows neither memory nor prices.
///
/// The invariant: one PE runs at a time, and when [org.jshmem.sim.engine.Engine#turn] returns, no PE that could still
/// act has a smaller clock. Everything that is shared is touched between turns only, so nothing here or above needs a
/// lock, and the same input gives the same picosecond on any host. Imports nothing of the project.
package org.jshmem.sim.engine;
