// SPDX-License-Identifier: Apache-2.0
/// One host with a memory of `org.jshmem.sim.coherent`, and several such hosts, which messages over a network connect.
package org.jshmem.sim.cluster;
