// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Config;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
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
import org.jshmem.contract.SignalSetContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Nested;

/// The whole API on simulated PEs, of which each is one thread.
class SimApiIT {

    /// PEs on a simulated machine.
    interface Simulated extends Backend {
        /// Which one.
        default Machine machine() {
            return MachineFiles.named("knc");
        }

        @Override
        default void launch(int npes, Config config, Main main) {
            long nanos = config.timeout().toNanos();
            long bytes = Settings.shape(npes, config.symmetricSize(), nanos).regionBytes();
            try (Simulation sim = new Simulation(Specs.limited(JobSpec.of(machine(), npes, bytes), nanos))) {
                sim.runProgram(_ -> main.run());
                sim.rethrow();
            }
        }
    }

    @Nested
    class Lifecycle extends LifecycleContract implements Simulated {}

    @Nested
    class Heap extends HeapContract implements Simulated {}

    @Nested
    class Rma extends RmaContract implements Simulated {}

    @Nested
    class Atomics extends AtomicsContract implements Simulated {}

    @Nested
    class Waits extends WaitContract implements Simulated {}

    @Nested
    class HangReports extends HangReportContract implements Simulated {}

    @Nested
    class SignalSets extends SignalSetContract implements Simulated {}

    @Nested
    class NamedObjects extends NamedObjectContract implements Simulated {}

    @Nested
    class Teams extends TeamContract implements Simulated {}

    @Nested
    class Movement extends TeamMovementContract implements Simulated {}

    @Nested
    class Arithmetic extends TeamArithmeticContract implements Simulated {}

    @Nested
    class Refusals extends TeamRefusalContract implements Simulated {}

    @Nested
    class Arguments extends ArgumentsContract implements Simulated {}

    @Nested
    class TransferArguments extends TransferArgumentsContract implements Simulated {}

    @Nested
    class Locks extends LockContract implements Simulated {}

    @Nested
    class Mailboxes extends MailboxContract implements Simulated {}

    @Nested
    class Interrupts extends InterruptContract implements Simulated {}

    @Nested
    class Names extends NamesContract implements Simulated {}

    @Nested
    class EveryName extends EveryNameContract implements Simulated {}

    @Nested
    class HandleNames extends HandleNamesContract implements Simulated {}
}
