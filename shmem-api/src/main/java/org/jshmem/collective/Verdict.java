// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// That a team has failed, and why, in every member's slot: each throws it at its present wait or at its next
/// collective of the team. Whoever finds the reason first passes it, a member or not.
final class Verdict {
    private static final long WRITING = 1;
    private static final long WRITTEN = 2;
    private static final long PATIENCE = 2_000_000_000; // ns

    private final Transport transport;
    private final Roster team;
    private final long slot;
    private final long word; // address of the own word

    Verdict(Transport transport, Roster team) {
        this.transport = transport;
        this.team = team;
        this.slot = SystemLayout.slot(team.slot(), transport.npes());
        this.word = transport.address(transport.pe(), slot) + SystemLayout.VERDICT;
    }

    /// Throws it where there is one.
    void refuseIfPassed() {
        if (Memory.getLongAcquire(word) != 0) throw exception();
    }

    /// Ends the team: text first, then the word.
    void pass(String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, SystemLayout.TEXT_BYTES - 8);
        for (int k = 0; k < team.size(); k++) {
            int pe = team.pe(k);
            long at = slot + SystemLayout.VERDICT;
            if (transport.atomic(Atomic.COMPARE_SWAP, pe, at, 8, WRITING, 0) != 0) continue; // another was first
            transport.put(pe, slot + SystemLayout.TEXT + 8, MemorySegment.ofArray(text), 0, bytes);
            transport.store(pe, slot + SystemLayout.TEXT, 8, bytes);
            transport.signal(pe, at, WRITTEN); // pairs with the acquire in refuseIfPassed()
        }
    }

    /// What a member throws once it is passed.
    CollectiveMismatchException exception() {
        String reason = "the members' calls differ";
        if (transport.await(transport.pe(), slot + SystemLayout.VERDICT, 8, Cmp.EQ, WRITTEN, patience())) {
            byte[] text = new byte[(int) Memory.getLong(word - SystemLayout.VERDICT + SystemLayout.TEXT)];
            long from = word - SystemLayout.VERDICT + SystemLayout.TEXT + 8;
            Memory.copyOut(from, MemorySegment.ofArray(text), 0, text.length);
            reason = new String(text, StandardCharsets.UTF_8);
        }
        return new CollectiveMismatchException("PE %d/%d: %s".formatted(transport.pe(), transport.npes(), reason));
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
}
