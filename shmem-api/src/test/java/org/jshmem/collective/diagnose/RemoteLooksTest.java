// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.HookedTransport;
import org.jshmem.contract.HookedTransport.Hook;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// Which PEs' memory a PE reads while it waits in a collective: one of four PEs, on two hosts of two PEs.
class RemoteLooksTest {
    private static final int NPES = 4;

    private final Set<Integer> read = new TreeSet<>();
    private long now = 1_000_000_000;

    private static final TeamMembers ALL = TeamMembers.strided(0, 0, 1, NPES);

    /// A view of a transport with this test's time, which notes the PEs that are read.
    private Transport watched(Transport inner) {
        Hook notes = (method, arguments) -> {
            if (Set.of("get", "load").contains(method.getName())) read.add((Integer) arguments[0]);
        };
        return new HookedTransport(inner, notes) {
            @Override
            public long nanoTime() {
                return now;
            }
        };
    }

    @Test
    void logsAreReadOnlyInALongWaitIfThereAreOtherHosts() {
        try (var job = new FarJob(NPES, SystemLayout.bytes(NPES), false, 2, 1)) {
            Mismatch mismatch = new Mismatch(watched(job.attach(0)), ALL);
            for (int k = 0; k < 19; k++, now += 10_000_000) mismatch.check(1, false);
            assertEquals(Set.of(), read, "in the first 0.2 s");
            now += 100_000_000;
            mismatch.check(1, false);
            assertEquals(Set.of(0, 1, 2), read, "after 0.3 s: this host, and one PE of the other one");
            read.clear();
            mismatch.check(2, false);
            assertEquals(Set.of(), read, "in the next call");
            mismatch.check(2, true);
            assertEquals(Set.of(0, 1, 2, 3), read, "if no PE goes on");
        }
    }

    @Test
    void onlyTheFirstMemberOfAHostLooksAtOthers() {
        try (var job = new FarJob(NPES, SystemLayout.bytes(NPES), false, 2, 1)) {
            Mismatch mismatch = new Mismatch(watched(job.attach(1)), ALL);
            mismatch.check(1, false);
            now += 300_000_000;
            mismatch.check(1, false);
            assertEquals(Set.of(0, 1), read);
        }
    }
}
