// SPDX-License-Identifier: Apache-2.0
/// FT, the Fourier transform kernel of NPB 3.4: a heat equation in three dimensions, solved in the spectrum.
///
/// | NPB | here |
/// |-|-|
/// | `compute_initial_conditions` | `FourierSolver.initial` |
/// | `fft_init`, `cfftz` | [org.jshmem.nas.ft.Fourier] |
/// | `cffts1`, `cffts2` | `Slab2d` |
/// | `cffts3`, `evolve` | `FourierSolver.iterate`, `FourierSolver.evolve` |
/// | `transpose_xy_z` | `alltoall` in `FourierSolver` |
/// | `checksum`, `verify` | `FourierSolver.iterate`, `FtClass.error` |
package org.jshmem.nas.ft;
