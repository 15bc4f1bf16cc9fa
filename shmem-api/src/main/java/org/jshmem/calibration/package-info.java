// SPDX-License-Identifier: Apache-2.0
/// What was measured of this host: a file that `oshrun calibrate` writes, and that the launcher, the simulator's
/// `host` machine and the choice of algorithms read. It imports nothing of the library.
package org.jshmem.calibration;
