// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// What each member of a team says about its latest calls: a line for each of the last eight, in its own memory.
///
/// ```
/// a record, one line
/// +0   call number << 8 | bare << 7 | operation + 1     stored last
/// +8   signature of the team, stored once
/// +16  six arguments
/// ```
final class Records {
    static final int ARGUMENTS = 6;
    private static final long BARE = 0x80; // without arguments

    private final Transport transport;
    private final long slot;
    private final long own; // address of own records
    private final long signature;
    private final long heapBase;

    Records(Transport transport, Roster team) {
        this.transport = transport;
        this.slot = SystemLayout.slot(team.slot(), transport.npes());
        this.own = transport.address(transport.pe(), slot) + SystemLayout.RECORDS;
        this.signature = team.signature();
        this.heapBase = SystemLayout.bytes(transport.npes());
    }

    /// Says whose records these are: what comes before the first call.
    void sign() {
        for (int call = 0; call < SystemLayout.RECORD_COUNT; call++) Memory.setLong(line(call) + 8, signature);
    }

    /// Publishes that this PE is in its call number `call`, one without arguments: one store.
    void write(long call, Operation operation) {
        // release: pairs with the acquire in read()
        Memory.setLongRelease(line(call), header(call, operation) | BARE);
    }

    private long line(long call) {
        return own + (call & (SystemLayout.RECORD_COUNT - 1)) * SystemLayout.LINE;
    }

    /// Publishes that this PE is in its call number `call`.
    void write(long call, Operation operation, long a, long b, long c, long d, long e, long f) {
        long line = line(call);
        Memory.setLongRelease(line, 0);
        Memory.releaseFence(); // a reader that sees an argument below also sees that the header is gone
        Memory.setLong(line + 16, a);
        Memory.setLong(line + 24, b);
        Memory.setLong(line + 32, c);
        Memory.setLong(line + 40, d);
        Memory.setLong(line + 48, e);
        Memory.setLong(line + 56, f);
        Memory.setLongRelease(line, header(call, operation)); // pairs with the acquire in read()
    }

    private static long header(long call, Operation operation) {
        return call << 8 | (long) operation.ordinal() + 1;
    }

    /// Reads a PE's record of call number `call`: the operation's ordinal, or -1 where it is not there (yet, or any
    /// more).
    int read(int pe, long call, long[] arguments) {
        long line = slot + SystemLayout.RECORDS + (call & (SystemLayout.RECORD_COUNT - 1)) * SystemLayout.LINE;
        long header = transport.load(pe, line, 8);
        Memory.fullFence(); // acquire: pairs with the release in write()
        if (header >>> 8 != call || transport.load(pe, line + 8, 8) != signature) return -1;
        int operation = (int) (header & 0x7f) - 1;
        boolean bare = (header & BARE) != 0;
        for (int i = 0; i < ARGUMENTS; i++) arguments[i] = bare ? 0 : transport.load(pe, line + 16 + 8L * i, 8);
        Memory.fullFence(); // the arguments are older than this second look at the header
        return transport.load(pe, line, 8) == header ? operation : -1;
    }

    /// Whether a PE has come to call number `call`, as long as it is not many calls further.
    boolean hasCome(int pe, long call) {
        long[] ignored = new long[ARGUMENTS];
        for (long c = call; c < call + SystemLayout.RECORD_COUNT; c++) if (read(pe, c, ignored) >= 0) return true;
        return false;
    }

    /// The call as messages show it.
    String describe(int pe, long call) {
        long[] arguments = new long[ARGUMENTS];
        int operation = read(pe, call, arguments);
        return operation < 0 ? "a collective" : describe(operation, arguments);
    }

    /// The call as messages show it.
    String describe(int operation, long[] arguments) {
        return Operation.of(operation).describe(arguments, heapBase);
    }
}
