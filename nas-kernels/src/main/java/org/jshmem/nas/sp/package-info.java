// SPDX-License-Identifier: Apache-2.0
/// SP, the scalar pentadiagonal solver of NPB 3.4.
///
/// | NPB | here |
/// |-|-|
/// | `initialize` | `SpBlock.fill` |
/// | `exact_rhs` | `SpBlock.force` |
/// | `compute_rhs` | `SpBlock.derive`, `SpFlux.apply` |
/// | `txinvr`, `ninvr`, `pinvr`, `tzetar` | `SpPoint` |
/// | `lhsx`, `lhsy`, `lhsz` | `Pentadiagonal.rows` |
/// | `x_solve`, `y_solve`, `z_solve` | `SweepX`, `SweepY`, `SweepZ`; `Pentadiagonal` |
/// | `add` | part of the sweep along z |
/// | `copy_faces` | `CellFaces`; slabs need none |
/// | `rhs_norm`, `error_norm` | `SpSolver.squares` |
package org.jshmem.nas.sp;
