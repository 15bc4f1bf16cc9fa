// SPDX-License-Identifier: Apache-2.0
/// Listeners to all operations of a simulation: races, time per call, measured computation, the trace's hash. They see
/// accesses with their costs, and no costs depend on them.
package org.jshmem.sim.check;
