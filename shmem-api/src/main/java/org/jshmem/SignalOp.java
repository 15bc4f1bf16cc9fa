// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// What `putSignal` does to the signal word once its data are there.
public enum SignalOp {
    /// Sets it.
    SET,
    /// Adds to it.
    ADD
}
