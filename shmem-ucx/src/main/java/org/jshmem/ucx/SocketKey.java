// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.security.SecureRandom;

/// The key that the processes of one job have, for connections by sockets.
///
/// @param bytes the key
/// @param seals whether connections also encrypt what they carry: see [SealedChannel]
record SocketKey(byte[] bytes, boolean seals) {
    SocketKey {
        bytes = bytes.clone();
    }

    /// A new key.
    static SocketKey random(boolean seals) {
        byte[] bytes = new byte[Handshake.BYTES];
        new SecureRandom().nextBytes(bytes);
        return new SocketKey(bytes, seals);
    }

    /// The text leaves the key out, since texts end up in logs.
    @Override
    public String toString() {
        return "a key of %d bytes, %s".formatted(bytes.length, seals ? "sealed" : "not sealed");
    }
}
