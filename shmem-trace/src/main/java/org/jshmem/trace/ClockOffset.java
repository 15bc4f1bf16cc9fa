// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.nio.ByteBuffer;

/// How far a host's clock was behind the job's at two moments of the host. A trace has the times of the host's own
/// clock; a reader adds the offset, which it interpolates.
///
/// @param firstTime the first moment, on the host's clock
/// @param firstAhead nanoseconds by which the job's clock was ahead then
/// @param lastTime the last moment
/// @param lastAhead nanoseconds by which the job's clock was ahead then
/// @param errorNanos the largest error of the job's times, negative if it is unknown
public record ClockOffset(long firstTime, long firstAhead, long lastTime, long lastAhead, long errorNanos) {
    static final int BYTES = 5 * Long.BYTES;

    static ClockOffset read(ByteBuffer from, int at) {
        return new ClockOffset(
                from.getLong(at),
                from.getLong(at + 8),
                from.getLong(at + 16),
                from.getLong(at + 24),
                from.getLong(at + 32));
    }

    void write(ByteBuffer to, int at) {
        to.putLong(at, firstTime)
                .putLong(at + 8, firstAhead)
                .putLong(at + 16, lastTime)
                .putLong(at + 24, lastAhead)
                .putLong(at + 32, errorNanos);
    }

    /// The job's time at a moment of the host.
    long at(long time) {
        if (lastTime == firstTime) return time + firstAhead;
        double share = Math.clamp((double) (time - firstTime) / (lastTime - firstTime), 0, 1);
        return time + firstAhead + Math.round(share * (lastAhead - firstAhead));
    }
}
