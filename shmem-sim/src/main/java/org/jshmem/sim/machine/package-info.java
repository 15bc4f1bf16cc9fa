// SPDX-License-Identifier: Apache-2.0
/// What things cost: named parameters with their sources, the coherence state that prices depend on, and the closed
/// formulas of the literature. Knows no threads and no turns: whoever asks says when, and hears when it is done. All
/// times are picoseconds; nothing here depends on the host. Imports nothing of the project.
package org.jshmem.sim.machine;
