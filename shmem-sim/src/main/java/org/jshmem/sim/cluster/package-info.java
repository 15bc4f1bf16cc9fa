// SPDX-License-Identifier: Apache-2.0
/// Hosts on a network: each has a memory of `org.jshmem.sim.coherent`, and messages connect them.
package org.jshmem.sim.cluster;
