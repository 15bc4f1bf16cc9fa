// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.spi.ProgramFrames;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The line of the program from which a PE made the collective in which it has waited for long; messages of other PEs
/// show it.
///
/// ```
/// in the PE page
/// +0   call << 8 | slot + 1     stored last
/// +8   bytes of the text
/// +16  text                     such as Halo.java:12
/// ```
final class CallSite {
    private static final int BYTES = 2 * SystemLayout.LINE;
    private static final int TEXT = 16;

    private CallSite() {}

    /// Publishes the program's line at which this PE is in a call of the team in a slot.
    static void publish(Transport transport, int slot, long call) {
        byte[] text = ProgramFrames.here().getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, BYTES - TEXT);
        long at = transport.address(transport.pe(), SystemLayout.SITE);
        Memory.setLongRelease(at, 0);
        Memory.releaseFence(); // a reader that sees the text below also sees that the header is gone
        Memory.setLong(at + 8, length);
        Memory.copyIn(MemorySegment.ofArray(text), 0, at + TEXT, length);
        Memory.setLongRelease(at, header(slot, call)); // pairs with the copies in of()
    }

    private static long header(int slot, long call) {
        return call << 8 | slot + 1;
    }

    /// Returns the program's line at which a PE is in a call, or an empty text if the PE has not published it. The
    /// line is read twice, like the log of calls.
    static String of(Transport transport, int pe, int slot, long call) {
        ByteBuffer site = CallLog.copy(transport, pe, SystemLayout.SITE, 1, BYTES);
        if (site.getLong(0) != header(slot, call)) return "";
        return new String(site.array(), TEXT, Math.clamp(site.getLong(8), 0, BYTES - TEXT), StandardCharsets.UTF_8);
    }
}
