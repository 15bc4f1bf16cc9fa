// SPDX-License-Identifier: Apache-2.0
/// The host that a calibration describes, with as many cores of its kind as are asked for. Its memory is that of
/// `org.jshmem.sim.coherent`.
package org.jshmem.sim.host;
