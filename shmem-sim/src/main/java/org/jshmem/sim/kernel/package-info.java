// SPDX-License-Identifier: Apache-2.0
/// Virtual time: the kernel performs the operations of all PEs in the order of their times. This package has no memory
/// and no costs.
///
/// The invariant: one thread runs at a time, and when a step of an operation runs, no PE that could still act has a
/// smaller clock. All shared state is touched by steps only. Nothing here or above therefore needs a lock, and the same
/// input gives the same picosecond on any host.
package org.jshmem.sim.kernel;
