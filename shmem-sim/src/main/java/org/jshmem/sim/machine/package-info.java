// SPDX-License-Identifier: Apache-2.0
/// Machines as files: a memory, cores, and parameters with their sources. The built-in machines are such files.
package org.jshmem.sim.machine;
