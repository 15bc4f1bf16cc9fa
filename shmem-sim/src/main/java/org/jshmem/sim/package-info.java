// SPDX-License-Identifier: Apache-2.0
/// The simulated backend: PEs are virtual threads of one JVM in virtual time. `engine` knows time and turns, `model`
/// says what a machine is, `coherent`, `mesh` and `cluster` price accesses. This package may import `org.jshmem`,
/// `org.jshmem.transport` and `org.jshmem.runtime`.
package org.jshmem.sim;
