// SPDX-License-Identifier: Apache-2.0
/// SP, the scalar pentadiagonal solver of NPB 3.4, in slabs; the published decomposition is by cells.
///
/// To read SP for the first time, begin with `PlainSp` among the tests of this package (`src/test/java`):
/// it is sequential and has the shape of `sp.f`. A test compares its fields with those of the solver here.
///
/// | NPB | here |
/// |-|-|
/// | `initialize` | `PlaneBlock.fill` |
/// | `exact_rhs` | `PlaneBlock.computeForcing` |
/// | `compute_rhs` | `PlaneBlock.deriveFields`, `Flux.apply` |
/// | `txinvr`, `ninvr`, `pinvr`, `tzetar` | `PointOperations` |
/// | `lhsx`, `lhsy`, `lhsz` | `Pentadiagonal.rows` |
/// | `x_solve`, `y_solve`, `z_solve` | `SweepX`, `SweepY`, `SweepZ`; `Pentadiagonal` |
/// | `add` | part of the sweep along z |
/// | `copy_faces` | slabs need none: `Planes` |
/// | `rhs_norm`, `error_norm` | `Solver.squares` |
package org.jshmem.nas.sp;
