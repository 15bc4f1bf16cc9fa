// SPDX-License-Identifier: Apache-2.0
/// SP, the scalar pentadiagonal solver of NPB 3.4, in slabs; the published decomposition is by cells.
///
/// `Solver` has the routines of `sp.f` in the order of their calls, and where the nodes of each lie in memory; `Flux`,
/// `PointOperations` and `LineSolver` have their loops.
///
/// | NPB | here | its loop |
/// |-|-|-|
/// | `exact_rhs`, `initialize` | `Solver.exactRhs`, `reset` | `Exact` |
/// | `adi` | `Solver.iterate` | |
/// | `compute_rhs` | `Solver.computeRhs` | `PointOperations.derive`, `Flux.apply` |
/// | `txinvr` | in `Solver.plane` | `PointOperations.txinvr` |
/// | `x_solve`, `y_solve`, `z_solve` with `lhsx`, `lhsy`, `lhsz` | `Solver.xSolve`, `ySolve`, `zSolve` | `LineSolver` |
/// | `ninvr`, `pinvr` | `Solver.ninvr`, `pinvr` | `PointOperations.exchange` |
/// | `tzetar`, `add` | `Solver.tzetarAndAdd` | `PointOperations.tzetarAndAdd` |
/// | `copy_faces` | slabs need none: `Planes` | |
/// | `rhs_norm`, `error_norm` | `Solver.squares` | |
package org.jshmem.nas.sp;
