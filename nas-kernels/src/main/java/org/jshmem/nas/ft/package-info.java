// SPDX-License-Identifier: Apache-2.0
/// FT, the Fourier transform kernel of NPB 3.4: a heat equation in three dimensions, solved in the spectrum.
///
/// | NPB | here |
/// |-|-|
/// | `compute_initial_conditions` | `Spectrum.initial` |
/// | `fft_init`, `cfftz` | [org.jshmem.nas.ft.Fourier] |
/// | `cffts1`, `cffts2` | `Plane` |
/// | `cffts3`, `evolve` | `Spectrum.iterate`, `Spectrum.decay` |
/// | `transpose_xy_z` | `alltoall` in `Spectrum` |
/// | `checksum`, `verify` | `Spectrum.iterate`, `FtClass.error` |
package org.jshmem.nas.ft;
