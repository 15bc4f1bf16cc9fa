// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.NamedObjectContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.SignalSetContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;

/// The API on simulated hosts of two cores: some PEs have addresses for each other, others not.
class ClusterApiTest {
    private interface OnCluster extends SimApiIT.Simulated {
        @Override
        default Machine machine() {
            return MachineFiles.named("cluster").with("cores", 2);
        }
    }

    @Nested
    class Lifecycle extends LifecycleContract implements OnCluster {}

    @Nested
    class Heap extends HeapContract implements OnCluster {}

    @Nested
    class Rma extends RmaContract implements OnCluster {}

    @Nested
    class Atomics extends AtomicsContract implements OnCluster {}

    @Nested
    class Waits extends WaitContract implements OnCluster {}

    @Nested
    class SignalSets extends SignalSetContract implements OnCluster {}

    @Nested
    class NamedObjects extends NamedObjectContract implements OnCluster {}

    @Nested
    class Teams extends TeamContract implements OnCluster {}

    @Nested
    class Movement extends TeamMovementContract implements OnCluster {}

    @Nested
    class Arithmetic extends TeamArithmeticContract implements OnCluster {}

    @Nested
    class Refusals extends TeamRefusalContract implements OnCluster {}

    @Nested
    class TransferArguments extends TransferArgumentsContract implements OnCluster {}

    @Nested
    class Locks extends LockContract implements OnCluster {}

    @Nested
    class Mailboxes extends MailboxContract implements OnCluster {}
}
