// SPDX-License-Identifier: Apache-2.0
/// The calibration of this host: a file that `oshrun calibrate` writes and that the simulator's machine `calibrated`
/// reads. PEs choose algorithms by [org.jshmem.collective.choice.HostCosts], which are made of it.
package org.jshmem.calibration;
