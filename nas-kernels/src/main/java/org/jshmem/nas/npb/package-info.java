// SPDX-License-Identifier: Apache-2.0
/// What all kernels share: NPB's random numbers, its rule of what is timed, its result block and its options.
package org.jshmem.nas.npb;
