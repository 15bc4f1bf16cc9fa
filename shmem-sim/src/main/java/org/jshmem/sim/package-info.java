// SPDX-License-Identifier: Apache-2.0
/// The simulated backend: PEs are virtual threads of one JVM in virtual time. `engine` manages time and turns, `model`
/// describes machines, and `coherent`, `mesh` and `cluster` compute the costs of accesses. This package may import
/// `org.jshmem`, `org.jshmem.transport`, `org.jshmem.runtime` and `org.jshmem.runtime.settings`.
package org.jshmem.sim;
