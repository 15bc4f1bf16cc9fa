// SPDX-License-Identifier: Apache-2.0
/// This host against its calibrated machine: the same programs on real and on simulated PEs.
package org.jshmem.fidelity.host;
