// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;

/// A split-phase barrier of all PEs: a PE arrives, goes on with other work, and looks now and then whether all have
/// arrived. Nothing of it waits.
///
/// ```
///          0                up:    a PE adds 1 to its parent's word when all PEs below it have arrived
///     1   ...  64           down:  a PE stores the number of the meeting in the words of the PEs below it
///  65..128  ..
/// ```
///
/// The tree is flat up to 65 PEs: if PEs outnumber cores, each step of a tree is a task switch.
final class SplitBarrier {
    private static final int DEGREE = 64;

    private final Doorbell bell;
    private final Channel channel;
    private final int me;
    private final int firstChild;
    private final int children;
    private final long below; // a word: PEs below this one that have arrived, over all meetings
    private final long all; // a word: the number of the latest meeting at which all have arrived

    private long meeting;
    private boolean reported;
    private boolean over;

    SplitBarrier(Doorbell bell, long words) {
        this.bell = bell;
        this.channel = bell.channel;
        this.me = bell.me;
        int npes = bell.transport.npes();
        this.firstChild = (int) Math.min(npes, (long) me * DEGREE + 1);
        this.children = (int) Math.min(DEGREE, (long) npes - firstChild);
        this.below = words;
        this.all = words + Long.BYTES;
    }

    /// This PE has arrived. Its earlier updates, at any PE, are visible to each PE for which this meeting is over.
    void arrive() {
        meeting++;
        reported = false;
        over = false;
        channel.release(); // before the reports: pairs with the looks in isOver()
    }

    /// Makes the next steps. Returns whether all PEs have arrived.
    boolean isOver() {
        if (over) return true;
        if (!reported) {
            if (children > 0 && channel.look(me, below, Long.BYTES) < meeting * children) return false;
            reported = true;
            if (me > 0) {
                int parent = (me - 1) / DEGREE;
                channel.update(Atomic.ADD, parent, below, Long.BYTES, 1);
                bell.ring(parent);
            }
        }
        if (me > 0 && channel.look(me, all, Long.BYTES) < meeting) return false;
        for (int pe = firstChild; pe < firstChild + children; pe++) {
            channel.signal(pe, all, meeting);
            bell.ring(pe);
        }
        over = true;
        return true;
    }
}
