// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jshmem.collective.layout.Hash;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.spi.ProgramFrames;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The line of the program from which a PE made the collective in which it has waited for long; messages of other PEs
/// show it.
///
/// ```
/// in the PE page
/// +0   check: a hash of the team's slot, of the call's number, and of the text
/// +8   text, such as Halo.java:12, with zeros after it
/// ```
final class CallSite {
    private static final int BYTES = 2 * SystemLayout.LINE;
    private static final int TEXT = 8;

    private CallSite() {}

    /// Publishes the program's line at which this PE is in a call of the team in a slot.
    static void publish(Transport transport, int slot, long call) {
        byte[] text = Arrays.copyOf(ProgramFrames.here().getBytes(StandardCharsets.UTF_8), BYTES - TEXT);
        long at = transport.address(transport.pe(), SystemLayout.SITE);
        Memory.setLong(at, check(slot, call, text));
        Memory.copyIn(MemorySegment.ofArray(text), 0, at + TEXT, text.length);
    }

    private static long check(int slot, long call, byte[] text) {
        return Hash.mix(Hash.mix(slot + 1, call), Arrays.hashCode(text));
    }

    /// Returns the program's line at which a PE is in a call, or an empty text if the PE has not published it.
    static String of(Transport transport, int pe, int slot, long call) {
        byte[] site = new byte[BYTES];
        transport.channel().get(pe, SystemLayout.SITE, MemorySegment.ofArray(site), 0, BYTES);
        byte[] text = Arrays.copyOfRange(site, TEXT, BYTES);
        long check = ByteBuffer.wrap(site).order(ByteOrder.nativeOrder()).getLong();
        return check == check(slot, call, text) ? new String(text, StandardCharsets.UTF_8).trim() : "";
    }
}
