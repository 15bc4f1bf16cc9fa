// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

/// The number of phases that all PEs have ended: a barrier in two halves, which no PE waits in.
///
/// ```
///          0                up:    a PE stores the phases that it and all PEs below it have ended
///     1   ...  64           down:  a PE stores the phases that all PEs have ended
///  65..128  ..
/// ```
///
/// The tree is flat up to 65 PEs: if PEs outnumber cores, each step of a tree is a task switch.
final class Phases {
    /// The number of a PE that closes the mailbox: it has ended all phases.
    static final long CLOSED = Long.MAX_VALUE;

    private static final int DEGREE = 64;

    /// The phases that this PE has ended.
    long here;

    private final Doorbell bell;
    private final MailboxLayout layout;
    private long below; // phases that this PE and all PEs below it have ended
    private long everywhere;

    Phases(Doorbell bell, MailboxLayout layout) {
        this.bell = bell;
        this.layout = layout;
    }

    /// This PE has ended `phases`. Its earlier updates, at any PE, are visible to each PE for which all have.
    void end(long phases) {
        here = phases;
        bell.channel.release(); // before the reports: pairs with the looks in everywhere()
    }

    /// Makes the next steps. Returns the number of phases that all PEs have ended.
    long everywhere() {
        int parent = (bell.me - 1) / DEGREE;
        int firstChild = bell.me * DEGREE + 1;
        int end = Math.min(firstChild + DEGREE, layout.npes());
        long least = here;
        for (int pe = firstChild; pe < end && least > below; pe++) {
            least = Math.min(least, bell.look(layout.word(pe, MailboxLayout.ENDED)));
        }
        long report = layout.word(bell.me, MailboxLayout.ENDED);
        if (least > below) {
            below = least;
            if (bell.me > 0) bell.signal(parent, report, least);
        }
        if (bell.me > 0) least = bell.look(layout.word(parent, MailboxLayout.ENDED));
        if (least > everywhere) {
            everywhere = least;
            for (int pe = firstChild; pe < end; pe++) bell.signal(pe, report, least);
        }
        return everywhere;
    }
}
