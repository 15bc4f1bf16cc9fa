// SPDX-License-Identifier: Apache-2.0
/// Cores of several kinds: what declared computation costs. Their memory is another matter; each kind computes over
/// each coherent memory, scalar cores also over a mesh.
package org.jshmem.sim.cores;
