// SPDX-License-Identifier: Apache-2.0
/// CG, the conjugate gradient kernel of NPB 3.4: the smallest eigenvalue of a sparse matrix, by inverse iteration.
///
/// | NPB | here |
/// |-|-|
/// | `makea`, `sprnvc`, `vecset`, `sparse` | `SparseBlock` |
/// | `conj_grad` | `ConjugateGradient.conjGrad` |
/// | `setup_proc_info`, `setup_submatrix_info` | `MatrixBlocks` |
/// | the exchanges of a matrix-vector product | `ConjugateGradient.multiply` |
package org.jshmem.nas.cg;
