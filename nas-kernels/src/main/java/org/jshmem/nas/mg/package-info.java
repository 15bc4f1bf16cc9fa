// SPDX-License-Identifier: Apache-2.0
/// MG, the multigrid kernel of NPB 3.4: V-cycles for a Poisson equation on a periodic cube.
///
/// | NPB | here |
/// |-|-|
/// | `zran3` | `RightHandSide.zran3` |
/// | `mg3P` | `Multigrid.cycle` |
/// | `resid`, `psinv`, `rprj3`, `interp` | the methods of `Stencils` |
/// | `comm3` | `Level.exchange` |
/// | `norm2u3` | `Multigrid.norm` |
/// | `setup` | `Slab` |
package org.jshmem.nas.mg;
