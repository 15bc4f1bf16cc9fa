// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.WaitContract;
import org.junit.jupiter.api.Tag;

/// The API's programs order all their accesses, and the library's locks, waits and collectives are found to do so.
@Tag("long")
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class RacesApiIT {
    class Heap extends HeapContract implements Ordered {}

    class Rma extends RmaContract implements Ordered {}

    class Atomics extends AtomicsContract implements Ordered {}

    class Waits extends WaitContract implements Ordered {}

    class Teams extends TeamContract implements Ordered {}

    class Movement extends TeamMovementContract implements Ordered {}

    class Arithmetic extends TeamArithmeticContract implements Ordered {}

    class Locks extends LockContract implements Ordered {}

    class Mailboxes extends MailboxContract implements Ordered {}

    class AtomicsOnScc extends AtomicsContract implements OrderedOnScc {}

    class WaitsOnScc extends WaitContract implements OrderedOnScc {}

    class TeamsOnScc extends TeamContract implements OrderedOnScc {}

    class LocksOnScc extends LockContract implements OrderedOnScc {}
}

/// PEs whose accesses are held against each other.
interface Ordered extends Simulated {
    @Override
    default JobSpec job(JobSpec plain) {
        return plain.findingRaces();
    }

    @Override
    default void check(Simulation ended) {
        assertEquals(List.of(), ended.races());
    }
}

/// Where no cache is coherent.
interface OrderedOnScc extends Ordered, OnScc {}
