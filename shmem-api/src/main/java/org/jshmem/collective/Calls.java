// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;

/// The collective that a PE was in last, read from outside: from a copy of the beginning of a team's slot in its system
/// area. What [Ledger] writes for the other members also tells whoever asks why a job stands still.
public final class Calls {
    /// Bytes from the beginning of a slot that a reader copies.
    public static final int BYTES = SystemLayout.RECORDS + SystemLayout.RECORD_COUNT * SystemLayout.LINE;

    private static final int BARE = 0x80;
    private static final int ARGUMENTS = 6;

    private Calls() {}

    /// A call of a team: its number, from 1, and the call as messages show it.
    public record Call(long number, String text) {}

    /// Where a team's slot begins in a region.
    public static long offset(int slot, int npes) {
        return SystemLayout.slot(slot, npes);
    }

    /// How messages name the team of a slot.
    public static String team(int slot) {
        return switch (slot) {
            case SystemLayout.WORLD -> "world";
            case SystemLayout.SHARED -> "shared";
            default -> "team " + slot;
        };
    }

    /// The latest call, or empty where the team has made none. The copy may be torn: a record that makes no sense is
    /// left out.
    public static Optional<Call> latest(ByteBuffer copy, int npes) {
        long newest = 0;
        int at = -1;
        for (int i = 0; i < SystemLayout.RECORD_COUNT; i++) {
            int line = SystemLayout.RECORDS + i * SystemLayout.LINE;
            long number = copy.getLong(line) >>> 8;
            if (number > newest && (number & (SystemLayout.RECORD_COUNT - 1)) == i) {
                newest = number;
                at = line;
            }
        }
        return at < 0 ? Optional.empty() : describe(copy, at, newest, npes);
    }

    private static Optional<Call> describe(ByteBuffer copy, int line, long number, int npes) {
        long header = copy.getLong(line);
        int ordinal = (int) (header & 0x7f) - 1;
        if (ordinal < 0 || ordinal >= Operation.values().length) return Optional.empty();
        long[] arguments = new long[ARGUMENTS];
        if ((header & BARE) == 0) {
            for (int i = 0; i < ARGUMENTS; i++) arguments[i] = copy.getLong(line + 16 + 8 * i);
        }
        try {
            return Optional.of(new Call(number, Operation.of(ordinal).describe(arguments, SystemLayout.bytes(npes))));
        } catch (RuntimeException torn) {
            return Optional.of(new Call(number, Operation.of(ordinal).name().toLowerCase(Locale.ROOT)));
        }
    }
}
