// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.NamedObjectContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// The API on the Intel SCC: no PE has an address in another one's heap, and there is a memory on the chip.
@Tag("long")
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class SccApiIT {
    class Lifecycle extends LifecycleContract implements OnScc {}

    class Heap extends HeapContract implements OnScc {}

    class Rma extends RmaContract implements OnScc {}

    class NamedObjects extends NamedObjectContract implements OnScc {}

    class Movement extends TeamMovementContract implements OnScc {}

    class Arithmetic extends TeamArithmeticContract implements OnScc {}

    class Refusals extends TeamRefusalContract implements OnScc {}

    class Arguments extends ArgumentsContract implements OnScc {}

    class Atomics extends AtomicsContract implements OnScc {}

    class Waits extends WaitContract implements OnScc {}

    class Teams extends TeamContract implements OnScc {}

    class Locks extends LockContract implements OnScc {}

    class Mailboxes extends MailboxContract implements OnScc {}

    @Nested
    class Seam extends SimTransportContractTest {
        @Override
        protected String machine() {
            return "scc";
        }
    }

    class LateTransfers extends RmaContract implements LateOnScc {}

    class LateAtomics extends AtomicsContract implements LateOnScc {}
}

interface LateOnScc extends Late, OnScc {}

interface OnScc extends Simulated {
    @Override
    default Machine machine() {
        return MachineFiles.named("scc");
    }
}
