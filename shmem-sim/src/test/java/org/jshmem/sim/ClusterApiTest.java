// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

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

/// The API on simulated hosts of two cores: some PEs have addresses for each other, others not.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class ClusterApiTest {
    class Lifecycle extends LifecycleContract implements OnCluster {}

    class Heap extends HeapContract implements OnCluster {}

    class Rma extends RmaContract implements OnCluster {}

    class Atomics extends AtomicsContract implements OnCluster {}

    class Waits extends WaitContract implements OnCluster {}

    class NamedObjects extends NamedObjectContract implements OnCluster {}

    class Teams extends TeamContract implements OnCluster {}

    class Movement extends TeamMovementContract implements OnCluster {}

    class Arithmetic extends TeamArithmeticContract implements OnCluster {}

    class Refusals extends TeamRefusalContract implements OnCluster {}

    class Locks extends LockContract implements OnCluster {}

    class Mailboxes extends MailboxContract implements OnCluster {}
}

interface OnCluster extends Simulated {
    @Override
    default Machine machine() {
        return MachineFiles.named("cluster").with("cores", 2);
    }
}
