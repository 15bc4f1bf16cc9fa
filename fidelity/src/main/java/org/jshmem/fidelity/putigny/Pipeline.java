// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

/// The time of a message that passes through shared buffers in chunks: the sender copies into one buffer while the
/// receiver copies out of the one before.
///
/// ```
/// sender     S1  S2  S3  ..  Sn
/// receiver       R1  R2  ..      Rn       T = S1 + sum over i of max(S(i), R(i-1)) + Rn      (eq. 1)
/// ```
///
/// @param chunk bytes of a buffer
/// @param load1 GB/s at which the sender loads its source
/// @param store1 GB/s at which it stores to the buffer
/// @param load2 GB/s at which the receiver loads the buffer
/// @param store2 GB/s at which it stores to its destination
public record Pipeline(long chunk, double load1, double store1, double load2, double store2) {

    /// Returns the number of chunks of a message.
    public long chunks(long bytes) {
        return (bytes + chunk - 1) / chunk;
    }

    /// Returns the nanoseconds of a message; loads and stores of one copy overlap (eqs 2 and 3).
    public double nanos(long bytes) {
        double send = Math.min(load1, store1);
        double receive = Math.min(load2, store2);
        long n = chunks(bytes);
        long last = bytes - (n - 1) * chunk;
        if (n == 1) return last / send + last / receive;
        double full = Math.max(chunk / send, chunk / receive);
        return chunk / send + (n - 2) * full + Math.max(last / send, chunk / receive) + last / receive;
    }

    /// Returns the bandwidth of a message, in GB/s.
    public double rate(long bytes) {
        return bytes / nanos(bytes);
    }
}
