// SPDX-License-Identifier: Apache-2.0
/// Memory of a machine with a mesh of cores and without coherent caches. Each core has a small buffer on the chip, and
/// memory off the chip behind controllers at the edge.
package org.jshmem.sim.mesh;
