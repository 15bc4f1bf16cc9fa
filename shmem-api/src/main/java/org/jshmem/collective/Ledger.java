// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// What each member says it is in: the evidence when collectives do not match, and the verdict that ends the team.
final class Ledger {
    /*
     * How it works. Before a PE can block in a collective it writes a record, one line, in its own memory: call
     * number and operation in the first word, which is stored last, then the arguments. Nobody looks at records
     * while things go well: flags carry a hash of all calls so far, and a PE that finds another's hash different,
     * or that has waited for long, reads the others' records. The eight latest calls are kept, so that the first
     * call that differs can be named even when members have gone on.
     *
     * Who finds a difference writes the verdict into every member's slot: text first, then the word. Each member
     * throws it at its present wait or at its next collective of this team.
     */
    private static final int WORDS = 6;
    private static final long BARE = 0x80; // in a record's first word: without arguments
    private static final long WRITING = 1;
    private static final long WRITTEN = 2;
    private static final long PATIENCE = 2_000_000_000; // ns
    private static final long BETWEEN_LOOKS = 20_000_000; // ns: a look costs a line from each member

    private final Transport transport;
    private final Group group;
    private final long slot;
    private final long records; // address of own records
    private final long verdict; // address of own verdict word
    private final long signature; // tells this team from an earlier one in the same slot
    private final long heapBase;
    private long lastLook = Long.MIN_VALUE;

    Ledger(Group group, long slot) {
        this.group = group;
        this.transport = group.transport;
        this.slot = slot;
        long own = transport.address(transport.pe(), slot);
        this.records = own + SystemLayout.RECORDS;
        this.verdict = own + SystemLayout.VERDICT;
        this.signature = Group.mix(Group.mix(group.pe(0), group.step()), group.size()) | 1;
        this.heapBase = SystemLayout.bytes(transport.npes());
    }

    /// Publishes that this PE is in its call number `call`, one without arguments.
    void record(long call, Operation operation) {
        long line = records + (call & (SystemLayout.RECORD_COUNT - 1)) * SystemLayout.LINE;
        Memory.setLong(line + 8, signature);
        // release: pairs with the acquire in read(); the signature is older
        Memory.setLongRelease(line, header(call, operation) | BARE);
    }

    /// Publishes that this PE is in its call number `call`.
    void record(long call, Operation operation, long a, long b, long c, long d, long e, long f) {
        long line = records + (call & (SystemLayout.RECORD_COUNT - 1)) * SystemLayout.LINE;
        Memory.setLongRelease(line, 0);
        Memory.releaseFence(); // a reader that sees an argument below also sees that the header is gone
        Memory.setLong(line + 8, signature);
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

    /// Throws the verdict where there is one; what every collective begins with.
    void refuseIfFailed() {
        if (Memory.getLongAcquire(verdict) != 0) throw verdict();
    }

    /// Looks for a reason to end a wait: a verdict, or a member that is in another call.
    void check(long call, boolean stuck) {
        refuseIfFailed();
        long now = transport.nanoTime();
        if (!stuck && now - lastLook < BETWEEN_LOOKS && lastLook != Long.MIN_VALUE) return;
        lastLook = now;
        String difference = difference(call);
        if (difference != null) throw fail(difference);
    }

    /// The members' calls do not match: ends the team and returns what to throw.
    CollectiveMismatchException mismatch(long call) {
        String difference = difference(call);
        return fail(difference != null ? difference : "the members' calls differ since before call " + call);
    }

    /// The first of the latest calls in which a member differs from this PE, or null.
    private String difference(long call) {
        long[] mine = new long[WORDS];
        long[] theirs = new long[WORDS];
        for (long c = Math.max(1, call - SystemLayout.RECORD_COUNT + 1); c <= call; c++) {
            int own = read(transport.pe(), c, mine);
            if (own < 0) continue;
            for (int k = 0; k < group.size(); k++) {
                int other = read(group.pe(k), c, theirs);
                if (other < 0 || other == own && Arrays.equals(mine, theirs)) continue;
                return "call %d of %s is %s on PE %d but %s on PE %d"
                        .formatted(
                                c,
                                group.label(),
                                Operation.of(own).describe(mine, heapBase),
                                transport.pe(),
                                Operation.of(other).describe(theirs, heapBase),
                                group.pe(k));
            }
        }
        return null;
    }

    /// Reads the record of call number `call`: the operation's ordinal, or -1 where it is not there (yet, or any
    /// more).
    private int read(int pe, long call, long[] arguments) {
        long line = slot + SystemLayout.RECORDS + (call & (SystemLayout.RECORD_COUNT - 1)) * SystemLayout.LINE;
        long header = transport.load(pe, line, 8);
        Memory.fullFence(); // acquire: pairs with the release in record()
        if (header >>> 8 != call || transport.load(pe, line + 8, 8) != signature) return -1;
        int operation = (int) (header & 0x7f) - 1;
        boolean bare = (header & BARE) != 0;
        for (int i = 0; i < WORDS; i++) arguments[i] = bare ? 0 : transport.load(pe, line + 16 + 8L * i, 8);
        Memory.fullFence(); // the arguments are older than this second look at the header
        return transport.load(pe, line, 8) == header ? operation : -1;
    }

    /// The members that have not come to call number `call`, as text.
    String late(long call) {
        StringBuilder text = new StringBuilder();
        long[] ignored = new long[WORDS];
        for (int k = 0; k < group.size(); k++) {
            boolean come = false;
            for (long c = call; c < call + SystemLayout.RECORD_COUNT; c++) come |= read(group.pe(k), c, ignored) >= 0;
            if (!come) text.append(text.isEmpty() ? "" : ", ").append(group.pe(k));
        }
        return text.isEmpty() ? "no PE in particular" : "PE " + text;
    }

    /// What this PE is in.
    String describe(long call) {
        long[] arguments = new long[WORDS];
        int operation = read(transport.pe(), call, arguments);
        return operation < 0 ? "a collective" : Operation.of(operation).describe(arguments, heapBase);
    }

    private CollectiveMismatchException fail(String difference) {
        byte[] text = difference.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, SystemLayout.TEXT_BYTES - 8);
        for (int k = 0; k < group.size(); k++) {
            int pe = group.pe(k);
            long word = slot + SystemLayout.VERDICT;
            if (transport.atomic(Atomic.COMPARE_SWAP, pe, word, 8, WRITING, 0) != 0) continue; // another was first
            transport.put(pe, slot + SystemLayout.TEXT + 8, MemorySegment.ofArray(text), 0, bytes);
            transport.store(pe, slot + SystemLayout.TEXT, 8, bytes);
            transport.signal(pe, word, WRITTEN); // pairs with the acquire in refuseIfFailed()
        }
        return verdict();
    }

    /// Who writes a verdict may die over it: the text is not worth waiting for longer than this.
    private Watch patience() {
        long end = transport.nanoTime() + PATIENCE;
        return new Watch() {
            @Override
            public void check(boolean stuck) {}

            @Override
            public long deadline() {
                return end;
            }
        };
    }

    private CollectiveMismatchException verdict() {
        String difference = "the members' calls differ";
        long word = slot + SystemLayout.VERDICT;
        if (transport.await(transport.pe(), word, 8, Cmp.EQ, WRITTEN, patience())) {
            byte[] text = new byte[(int) Memory.getLong(verdict + SystemLayout.TEXT)];
            Memory.copyOut(verdict + SystemLayout.TEXT + 8, MemorySegment.ofArray(text), 0, text.length);
            difference = new String(text, StandardCharsets.UTF_8);
        }
        return new CollectiveMismatchException(
                "PE %d/%d: %s; every member has to make the same calls with the same arguments in the same order"
                        .formatted(transport.pe(), transport.npes(), difference));
    }
}
