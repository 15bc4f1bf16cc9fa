// SPDX-License-Identifier: Apache-2.0
/// The simulated backend: PEs are virtual threads of one JVM in virtual time. `kernel` manages time and turns, `cost`
/// describes machines, whose files `machine` reads, and `coherent`, `mesh` and `cluster` compute the costs of accesses.
/// `check` finds races and observes runs.
package org.jshmem.sim;
