// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How `putSignal` updates the signal word after its data have arrived.
///
/// ```java
/// box.putSignal(0, data, 0, n, ready, 1, SignalOp.ADD, next); // counts the senders
/// ```
public enum SignalOp {
    /// Sets it.
    SET,
    /// Adds to it.
    ADD
}
