// SPDX-License-Identifier: Apache-2.0
/// How fast the simulator itself is.
package org.jshmem.fidelity.rate;
