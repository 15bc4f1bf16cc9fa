// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.program.ProgramFrames;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// The log of each member's latest calls on a team: a line for each of the last eight, in the member's own memory.
/// Other members read it in long waits.
///
/// ```
/// a record, one line
/// +0   call number << 8 | 128 if the call has arguments | operation
/// +8   check: of the team, of the word before, and of the arguments
/// +16  six arguments; left over from an earlier call if the call has none
/// ```
///
/// A PE that waits for long in a call adds the program's line, in its PE page:
///
/// ```
/// +0   check: of the team, of the call's number, and of the text
/// +8   text, such as Halo.java:12, with zeros after it
/// ```
///
/// A reader believes a line whose check is right. So it ignores a line that its PE is writing, and one of an earlier
/// team in this slot, and needs no order of the stores and copies.
public final class CallLog {
    /// 2^64 divided by the golden ratio.
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /// The second to the fifth power of it, modulo 2^64.
    private static final long POWER_2 = 0xdf442d22ce4859b9L;

    private static final long POWER_3 = 0x604a5ce3addef82dL;
    private static final long POWER_4 = 0xd94363fc538227b1L;
    private static final long POWER_5 = 0x2e2b795f2d10fd85L;

    /// The source among the arguments of a collect.
    public static final int SOURCE = 4;

    private static final int LINE = SystemLayout.LINE;
    private static final int WORDS = LINE / Long.BYTES;
    private static final int COUNT = SystemLayout.RECORD_COUNT;
    private static final long HAS_ARGUMENTS = 0x80;
    private static final long OPERATION = HAS_ARGUMENTS - 1;
    private static final int SITE_BYTES = 2 * LINE;
    private static final int TEXT = 8;
    private static final Operation[] OPERATIONS = Operation.values();

    private final Transport transport;
    private final long offset;
    private final long own; // address of this PE's own lines
    private final long signature; // distinguishes this team from an earlier one in the same slot; not 0
    private final long heapBase;

    /// Opens the log of a member.
    CallLog(Transport transport, TeamMembers team) {
        this.transport = transport;
        this.offset = SystemLayout.slot(team.slot, transport.npes()) + SystemLayout.RECORDS;
        this.own = transport.address(transport.pe(), offset);
        this.signature = mix(mix(mix(team.size, team.pe(0)), team.step), Arrays.hashCode(team.listed)) | 1;
        this.heapBase = SystemLayout.bytes(transport.npes());
    }

    /// A call of a PE.
    record Entry(long check, Operation operation, long[] arguments) {
        /// Whether this is the same call as another PE's of its number. A member of a collect or gatherv may name no
        /// source.
        boolean matches(Entry other) {
            long one = arguments[SOURCE];
            long two = other.arguments[SOURCE];
            return check == other.check && (!operation.sourceMayMiss() || one == two || one < 0 || two < 0);
        }
    }

    // writing

    /// Publishes that this PE is in its call number `call`, which has no arguments. A barrier writes two words, since
    /// an interpreter takes as long for each word as for the flag of a round.
    public void write(long call, Operation operation) {
        write(own + (call & (COUNT - 1)) * LINE, call << 8 | operation.ordinal(), 0);
    }

    private void write(long line, long header, long hash) {
        Memory.setLong(line, header);
        Memory.setLong(line + 8, check(header, hash));
    }

    /// Publishes that this PE is in its call number `call`. `hash` is [#hash] of the arguments.
    public void write(long call, Operation operation, long hash, long a, long b, long c, long d, long e, long f) {
        long line = own + (call & (COUNT - 1)) * LINE;
        write(line, call << 8 | HAS_ARGUMENTS | operation.ordinal(), hash);
        Memory.setLong(line + 16, a);
        Memory.setLong(line + 24, b);
        Memory.setLong(line + 32, c);
        Memory.setLong(line + 40, d);
        Memory.setLong(line + 48, e);
        Memory.setLong(line + 56, f);
    }

    /// Publishes the program's line at which this PE is in a call.
    void writeSite(long call) {
        String line = ProgramFrames.here();
        if (line.isEmpty()) line = Mismatch.END_OF_MAIN; // the library finalizes
        byte[] text = Arrays.copyOf(line.getBytes(StandardCharsets.UTF_8), SITE_BYTES - TEXT);
        long at = transport.address(transport.pe(), SystemLayout.SITE);
        Memory.setLong(at, check(call, Arrays.hashCode(text)));
        Memory.copyIn(MemorySegment.ofArray(text), 0, at + TEXT, text.length);
    }

    private long check(long header, long hash) {
        return signature ^ header ^ hash;
    }

    /// The hash of a call's arguments that have to agree; 0 for a call without arguments.
    public static long hash(Operation operation, long a, long b, long c, long d, long e, long f) {
        long agreed = operation.sourceMayMiss() ? 0 : e;
        // products that do not depend on each other: the first flag of a call waits for this
        long first = a + b * GOLDEN + c * POWER_2;
        long second = d * POWER_3 + agreed * POWER_4 + f * POWER_5;
        return mix(first, Long.rotateLeft(second, 32)); // so that two highest bits do not cancel each other
    }

    /// A step of the hash over the calls of a team, which spreads both arguments over the high bits: flags carry a few.
    public static long mix(long h, long v) {
        long x = (h ^ v) * GOLDEN;
        return x ^ x >>> 29;
    }

    // reading, as a PE of the job

    /// Returns the lines of a PE.
    long[] lines(int pe) {
        return lines(pe, 0, COUNT);
    }

    private long[] lines(int pe, long first, int count) {
        long[] lines = new long[count * WORDS];
        transport.channel().get(pe, offset + first * LINE, MemorySegment.ofArray(lines), 0, (long) count * LINE);
        return lines;
    }

    /// Returns the calls in lines by their numbers, without one that its PE is writing.
    NavigableMap<Long, Entry> calls(long[] lines) {
        NavigableMap<Long, Entry> calls = new TreeMap<>();
        for (int k = 0; k < lines.length; k += WORDS) {
            long header = lines[k];
            long check = lines[k + 1];
            boolean bare = (header & HAS_ARGUMENTS) == 0;
            long[] a = bare ? new long[WORDS - 2] : Arrays.copyOfRange(lines, k + 2, k + WORDS);
            Operation operation = OPERATIONS[(int) (header & OPERATION) % OPERATIONS.length];
            long hash = hash(operation, a[0], a[1], a[2], a[3], a[4], a[5]);
            if (check == check(header, hash)) calls.put(header >>> 8, new Entry(check, operation, a));
        }
        return calls;
    }

    /// Returns the program's line at which a PE is in a call, or an empty text if the PE has not published it.
    String site(int pe, long call) {
        byte[] site = new byte[SITE_BYTES];
        transport.channel().get(pe, SystemLayout.SITE, MemorySegment.ofArray(site), 0, SITE_BYTES);
        byte[] text = Arrays.copyOfRange(site, TEXT, SITE_BYTES);
        long check = ByteBuffer.wrap(site).order(ByteOrder.nativeOrder()).getLong();
        return check == check(call, Arrays.hashCode(text)) ? new String(text, StandardCharsets.UTF_8).trim() : "";
    }

    /// Returns the arguments of a PE's call, which its flag has confirmed, or null if the PE is many calls later.
    public long[] arguments(int pe, long call) {
        Entry entry = calls(lines(pe, call & (COUNT - 1), 1)).get(call);
        return entry == null ? null : entry.arguments();
    }

    /// Removes members that have entered a call from a list, until it begins with `most` members that have not. The
    /// call's line tells: it has the call or a later one.
    void removeEntered(long call, List<Integer> members, int most) {
        int late = 0;
        for (var each = members.iterator(); each.hasNext() && late < most; ) {
            if (calls(lines(each.next(), call & (COUNT - 1), 1)).tailMap(call).isEmpty()) late++;
            else each.remove();
        }
    }

    /// Returns this PE's call as messages show it.
    String describe(long call) {
        return describe(calls(lines(transport.pe())).get(call));
    }

    /// Returns a call as messages show it, also one that is null: a call that has not been found in a log.
    String describe(Entry entry) {
        return entry == null ? "a collective" : entry.operation().describe(entry.arguments(), heapBase);
    }
}
