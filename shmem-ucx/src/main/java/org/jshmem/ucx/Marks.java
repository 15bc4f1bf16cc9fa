// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// The operations for which a channel's next quiet waits: the last one-way message to each host, and the questions
/// without a waiting thread. Changed under the lock of its client.
final class Marks {
    private final long[] last;

    /// The number of questions without an answer.
    final AtomicInteger open = new AtomicInteger();
    private volatile boolean any;

    Marks(int hosts) {
        last = new long[hosts];
        Arrays.fill(last, -1);
    }

    /// Whether a quiet has anything to wait for.
    boolean any() {
        return any;
    }

    /// The number of the last message to a host that has to be carried out.
    long last(HostStream stream) {
        return last[stream.host];
    }

    /// The numbers of the last such messages to all hosts.
    long[] last() {
        return last.clone();
    }

    void wrote(HostStream stream) {
        last[stream.host] = stream.next - 1;
        any = true;
    }

    void asked() {
        open.incrementAndGet();
        any = true;
    }

    /// Counts a one-sided put, which the next quiet completes by a flush.
    void wroteOneSided() {
        any = true;
    }

    /// Ends a quiet. The operations that another thread has begun meanwhile are left for the next one.
    void settle(HostStream[] streams) {
        boolean more = open.get() > 0;
        for (HostStream stream : streams) more |= stream.done < last[stream.host] || !stream.written.isEmpty();
        any = more;
    }
}
