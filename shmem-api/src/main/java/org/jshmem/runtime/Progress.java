// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.collective.Calls;
import org.jshmem.collective.SystemLayout;

/// How far a PE has come in its collectives, read from outside its process: for reports and the inspector.
public final class Progress {
    private Progress() {}

    /// The latest call of a PE on one of its teams.
    ///
    /// @param team how messages name the team
    /// @param number the call's number, from 1
    /// @param text the call with its arguments
    public record Call(String team, long number, String text) {}

    /// Copies bytes of a PE's region; what cannot be read is zero.
    @FunctionalInterface
    public interface Region {

        /// Fills the buffer from this offset of the region.
        void copy(long offset, ByteBuffer to);
    }

    /// The latest call on each team that the PE has used, the world team first.
    public static List<Call> calls(int npes, Region region) {
        List<Call> calls = new ArrayList<>();
        for (int slot = 0; slot < SystemLayout.SLOTS; slot++) {
            ByteBuffer copy = ByteBuffer.allocate(Calls.BYTES).order(ByteOrder.nativeOrder());
            region.copy(Calls.offset(slot, npes), copy);
            String team = Calls.team(slot);
            Calls.latest(copy, npes).ifPresent(c -> calls.add(new Call(team, c.number(), c.text())));
        }
        return calls;
    }
}
