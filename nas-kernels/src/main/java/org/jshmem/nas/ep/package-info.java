// SPDX-License-Identifier: Apache-2.0
/// EP, the embarrassingly parallel kernel of NPB 3.4: pairs of Gaussian deviates, counted by annulus.
///
/// | NPB | here |
/// |-|-|
/// | `vranlc`, `randlc` | [org.jshmem.nas.npb.Randlc] |
/// | the batch loop | `Gaussians.batch` |
/// | `verify` | `EpClass.verify` |
package org.jshmem.nas.ep;
