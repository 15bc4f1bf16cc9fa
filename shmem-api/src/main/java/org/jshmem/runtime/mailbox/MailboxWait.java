// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.function.Supplier;
import org.jshmem.transport.Wait;

/// Why a call of a mailbox waits: for room at a PE, or for a message if `pe` is negative.
record MailboxWait(PeMailbox box, int pe) implements Wait.Reason {
    @Override
    public String what(Wait wait) {
        if (pe >= 0) return "for room at PE %d in %s".formatted(pe, box);
        Supplier<String> purpose = box.purpose;
        return purpose != null ? purpose.get() : "for a message in " + box;
    }

    /// Ends a wait with the session, whose memory is another one's afterwards.
    @Override
    public void check(boolean stuck) {
        box.checkOpen("a call");
    }
}
