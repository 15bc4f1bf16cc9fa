// SPDX-License-Identifier: Apache-2.0
/// Hosts on a network: each with a memory of `org.jshmem.sim.coherent`, messages between them.
package org.jshmem.sim.cluster;
