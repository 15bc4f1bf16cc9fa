// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// A transport over another one. It passes on every call that its subclass does not handle itself. The build makes it
/// from [Transport]: no default of the seam hides what the transport below does.
public abstract class TransportLayer implements Transport {
    /// The transport below.
    protected final Transport inner;

    /// A layer over `inner`.
    protected TransportLayer(Transport inner) {
        this.inner = inner;
    }

    // for CALLS
    @Override
    public RESULT CALL(Object PARAMETERS) {
        return inner.CALL(ARGUMENTS);
    }

    // end
}
