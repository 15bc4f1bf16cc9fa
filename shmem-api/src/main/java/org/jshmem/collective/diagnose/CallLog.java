// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.collective.layout.Roster;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The log of each member's latest calls on a team: a line for each of the last eight, in the member's own memory.
/// Other members read it in long waits.
///
/// ```
/// a record, one line
/// +0   call number << 8 | bare << 7 | operation + 1     stored last
/// +8   signature of the team, stored once
/// +16  six arguments                                    none where `bare`
/// ```
public final class CallLog {
    /*
     * A reader copies all eight lines twice and uses a line if both copies are equal. During the second copy the
     * header of the first one, which contains the call's number, was still in place, so the arguments between them
     * belong to that call. This relies neither on a backend's order of copying nor on a fence of another PE.
     */
    private static final int LINE = SystemLayout.LINE;
    private static final int COUNT = SystemLayout.RECORD_COUNT;
    private static final int ARGUMENTS = 6;
    private static final int SIGNATURE = 8;
    private static final int FIRST_ARGUMENT = 16;
    private static final long BARE = 0x80;
    private static final long OPERATION = 0x7f;

    private final Transport transport;
    private final Roster team;
    private final long offset;
    private final long own; // address of this PE's own lines
    private final long signature;
    private final long heapBase;

    /// Opens the log of a member, and signs its own lines.
    CallLog(Transport transport, Roster team) {
        this.transport = transport;
        this.team = team;
        this.offset = SystemLayout.slot(team.slot(), transport.npes()) + SystemLayout.RECORDS;
        this.own = transport.address(transport.pe(), offset);
        this.signature = team.signature();
        this.heapBase = SystemLayout.bytes(transport.npes());
        for (int k = 0; k < COUNT; k++) Memory.setLong(own + (long) k * LINE + SIGNATURE, signature);
    }

    /// A call of a PE, as the PE recorded it.
    record Entry(long call, Operation operation, long[] arguments, long heapBase) {

        /// Whether another member's call is the same call.
        boolean agrees(Entry other) {
            return operation == other.operation && operation.agree(arguments, other.arguments);
        }

        @Override
        public String toString() {
            return operation.describe(arguments, heapBase);
        }
    }

    // writing

    /// Publishes that this PE is in its call number `call`, which has no arguments: one store.
    public void write(long call, Operation operation) {
        // release: pairs with the copies in copy()
        Memory.setLongRelease(line(call), header(call, operation) | BARE);
    }

    /// Publishes that this PE is in its call number `call`. Arguments that are in the line already, such as those of
    /// a loop, are not written again.
    public void write(long call, Operation operation, long a, long b, long c, long d, long e, long f) {
        long line = line(call);
        long at = line + FIRST_ARGUMENT;
        boolean there = Memory.getLong(at) == a
                && Memory.getLong(at + 8) == b
                && Memory.getLong(at + 16) == c
                && Memory.getLong(at + 24) == d
                && Memory.getLong(at + 32) == e
                && Memory.getLong(at + 40) == f;
        if (!there) {
            Memory.setLongRelease(line, 0);
            Memory.releaseFence(); // a reader that sees an argument below also sees that the header is gone
            Memory.setLong(at, a);
            Memory.setLong(at + 8, b);
            Memory.setLong(at + 16, c);
            Memory.setLong(at + 24, d);
            Memory.setLong(at + 32, e);
            Memory.setLong(at + 40, f);
        }
        Memory.setLongRelease(line, header(call, operation)); // pairs with the copies in copy()
    }

    private long line(long call) {
        return own + (call & (COUNT - 1)) * LINE;
    }

    private static long header(long call, Operation operation) {
        return call << 8 | (long) operation.ordinal() + 1;
    }

    // reading, as a PE of the job

    /// Returns the latest calls of a PE on this team, by call number modulo eight; null for a missing call, or one
    /// that the PE is writing.
    Entry[] latest(int pe) {
        Entry[] entries = new Entry[COUNT];
        ByteBuffer lines = copy(transport, pe, offset, COUNT, LINE);
        for (int k = 0; k < COUNT; k++) {
            if (lines.getLong(k * LINE + SIGNATURE) == signature) entries[k] = decode(lines, k, heapBase);
        }
        return entries;
    }

    /// Copies `count` records of `bytes` bytes of a PE, which may be writing them: twice, with zeros for a record
    /// whose copies differ.
    static ByteBuffer copy(Transport transport, int pe, long offset, int count, int bytes) {
        byte[] once = new byte[count * bytes];
        byte[] again = new byte[count * bytes];
        transport.channel().get(pe, offset, MemorySegment.ofArray(once), 0, once.length);
        Memory.fullFence(); // acquire: pairs with the writer's releases; the second copy is the younger one
        transport.channel().get(pe, offset, MemorySegment.ofArray(again), 0, again.length);
        for (int at = 0; at < again.length; at += bytes) {
            boolean torn = !Arrays.equals(once, at, at + bytes, again, at, at + bytes);
            if (torn) Arrays.fill(again, at, at + bytes, (byte) 0);
        }
        return ByteBuffer.wrap(again).order(ByteOrder.nativeOrder());
    }

    /// Returns the arguments of a PE in a call, which its own hash has confirmed, or null if the PE is many calls
    /// later. This is a step of a collective, not a search for an error: it reads by words, since the line is still
    /// in place.
    long[] arguments(int pe, long call) {
        Channel channel = transport.channel();
        long line = offset + (call & (COUNT - 1)) * LINE;
        long header = channel.load(pe, line, 8);
        if (header >>> 8 != call || channel.load(pe, line + SIGNATURE, 8) != signature) return null;
        long[] arguments = new long[ARGUMENTS];
        for (int i = 0; i < ARGUMENTS; i++) arguments[i] = channel.load(pe, line + FIRST_ARGUMENT + 8L * i, 8);
        return channel.load(pe, line, 8) == header ? arguments : null;
    }

    /// Returns the members that have not entered a call, at most `most` of them.
    List<Integer> late(long call, int most) {
        List<Integer> late = new ArrayList<>();
        for (int k = 0; k < team.size() && late.size() < most; k++) {
            if (!hasCome(team.pe(k), call)) late.add(team.pe(k));
        }
        return late;
    }

    /// Whether a PE has entered a call.
    private boolean hasCome(int pe, long call) {
        for (Entry entry : latest(pe)) if (entry != null && entry.call() >= call) return true;
        return false;
    }

    /// Returns this PE's call as messages show it.
    String describe(long call) {
        Entry entry = latest(transport.pe())[(int) (call & COUNT - 1)];
        return entry == null || entry.call() != call ? "a collective" : entry.toString();
    }

    private static Entry decode(ByteBuffer lines, int k, long heapBase) {
        int at = k * LINE;
        long header = lines.getLong(at);
        long call = header >>> 8;
        int ordinal = (int) (header & OPERATION) - 1;
        if (call == 0 || (call & (COUNT - 1)) != k || ordinal < 0 || ordinal >= Operation.count()) return null;
        long[] arguments = new long[ARGUMENTS];
        if ((header & BARE) == 0) {
            for (int i = 0; i < ARGUMENTS; i++) arguments[i] = lines.getLong(at + FIRST_ARGUMENT + 8 * i);
        }
        return new Entry(call, Operation.of(ordinal), arguments, heapBase);
    }
}
