// SPDX-License-Identifier: Apache-2.0
/// The memory of all simulated PEs, and the operations on it: real bytes, the costs of a machine, the accounts of its
/// accesses, and the waits for its changes.
///
/// The invariant: a step of an operation returns a time and sets no clock. The kernel alone moves the clocks of PEs
/// whose operations it performs.
package org.jshmem.sim.memory;
