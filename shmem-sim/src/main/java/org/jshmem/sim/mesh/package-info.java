// SPDX-License-Identifier: Apache-2.0
/// Memory of a machine whose cores are joined by a mesh and do not keep their caches coherent: a small buffer on
/// the chip at each core, and memory off the chip behind controllers at the edge.
package org.jshmem.sim.mesh;
