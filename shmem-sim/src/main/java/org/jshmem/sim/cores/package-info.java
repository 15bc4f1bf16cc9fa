// SPDX-License-Identifier: Apache-2.0
/// Cores of several kinds, which give declared computation its cost. Each kind computes over each coherent memory;
/// scalar cores also compute over a mesh.
package org.jshmem.sim.cores;
