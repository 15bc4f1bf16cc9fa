// SPDX-License-Identifier: Apache-2.0
/// The calibration of this host: a file that `oshrun calibrate` writes and that the simulator's machine `calibrated`
/// reads.
package org.jshmem.calibration;
