// SPDX-License-Identifier: Apache-2.0
/// The speed of the simulator itself.
package org.jshmem.fidelity.rate;
