// SPDX-License-Identifier: Apache-2.0
/// What the simulator and the choice of algorithms have to know of a host, from rows of the suite.
package org.jshmem.microbench.calibrate;
