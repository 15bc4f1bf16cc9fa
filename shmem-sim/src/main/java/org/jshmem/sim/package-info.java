// SPDX-License-Identifier: Apache-2.0
/// The simulated backend: PEs are virtual threads of one JVM in virtual time. `engine` has time and turns and imports
/// nothing; `model` has the machines and the cost of each access.
///
/// This package may import `org.jshmem`, `org.jshmem.transport` and `org.jshmem.runtime`.
package org.jshmem.sim;
