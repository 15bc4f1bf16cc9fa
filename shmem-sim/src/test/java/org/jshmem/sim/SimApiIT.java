// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.EveryNameContract;
import org.jshmem.contract.HandleNamesContract;
import org.jshmem.contract.HangReportContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.InterruptContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.NamedObjectContract;
import org.jshmem.contract.NamesContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.WaitContract;

/// The whole API on simulated PEs, of which each is one thread.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class SimApiIT {

    class Lifecycle extends LifecycleContract implements Simulated {}

    class Heap extends HeapContract implements Simulated {}

    class Rma extends RmaContract implements Simulated {}

    class Atomics extends AtomicsContract implements Simulated {}

    class Waits extends WaitContract implements Simulated {}

    class HangReports extends HangReportContract implements Simulated {}

    class NamedObjects extends NamedObjectContract implements Simulated {}

    class Teams extends TeamContract implements Simulated {}

    class Movement extends TeamMovementContract implements Simulated {}

    class Arithmetic extends TeamArithmeticContract implements Simulated {}

    class Refusals extends TeamRefusalContract implements Simulated {}

    class Arguments extends ArgumentsContract implements Simulated {}

    class Locks extends LockContract implements Simulated {}

    class Mailboxes extends MailboxContract implements Simulated {}

    class Interrupts extends InterruptContract implements Simulated {}

    class Names extends NamesContract implements Simulated {}

    class EveryName extends EveryNameContract implements Simulated {}

    class HandleNames extends HandleNamesContract implements Simulated {}
}
