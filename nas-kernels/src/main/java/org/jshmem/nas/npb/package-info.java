// SPDX-License-Identifier: Apache-2.0
/// The common parts of the kernels: NPB's random numbers, its rule for the timed part, its result block, and the
/// options.
package org.jshmem.nas.npb;
