// SPDX-License-Identifier: Apache-2.0
/// Jobs that a run starts: several launches of the same rows, and sweeps over numbers of PEs.
package org.jshmem.microbench.launch;
