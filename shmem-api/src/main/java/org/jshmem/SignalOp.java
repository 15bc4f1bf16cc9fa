// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How `putSignal` updates the signal word after its data have arrived.
public enum SignalOp {
    /// Sets it.
    SET,
    /// Adds to it.
    ADD
}
