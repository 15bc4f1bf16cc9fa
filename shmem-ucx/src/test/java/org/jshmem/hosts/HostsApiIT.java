// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.List;
import org.jshmem.Config;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.InterruptContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.ThreadContract;
import org.jshmem.contract.WaitContract;
import org.junit.jupiter.api.Tag;

/// The whole API on two hosts, PEs dealt in turn, on a network that delays.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class HostsApiIT {

    class Lifecycle extends LifecycleContract implements OnHosts {}

    class Heap extends HeapContract implements OnHosts {}

    class Rma extends RmaContract implements OnHosts {}

    class Atomics extends AtomicsContract implements OnHosts {}

    class Waits extends WaitContract implements OnHosts {}

    class Teams extends TeamContract implements OnHosts {}

    @Tag("long")
    class Movement extends TeamMovementContract implements OnHosts {}

    @Tag("long")
    class Arithmetic extends TeamArithmeticContract implements OnHosts {}

    @Tag("long")
    class Refusals extends TeamRefusalContract implements OnHosts {}

    class Locks extends LockContract implements OnHosts {}

    class Mailboxes extends MailboxContract implements OnHosts {}

    class Interrupts extends InterruptContract implements OnHosts {}

    class SeveralThreads extends ThreadContract implements OnHosts {}
}

interface OnHosts extends Backend {
    @Override
    default List<Integer> counts() {
        return HostsJob.COUNTS;
    }

    @Override
    default void launch(int npes, Config config, Main main) {
        HostsJob.run(HostsJob.dealt(npes, 2), config.symmetricSize(), true, new DelayingNet(npes)::fabric, main);
    }
}
