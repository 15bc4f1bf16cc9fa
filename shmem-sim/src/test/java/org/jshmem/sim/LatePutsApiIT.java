// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.WaitContract;
import org.junit.jupiter.api.Tag;

/// The API's programs are in order: an adversary breaks none of them, and nothing is reported of them.
@Tag("long")
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class LatePutsApiIT {
    class Rma extends RmaContract implements Late {}

    class Atomics extends AtomicsContract implements Late {}

    class Waits extends WaitContract implements Late {}

    class Teams extends TeamContract implements Late {}

    class Movement extends TeamMovementContract implements Late {}

    class Arithmetic extends TeamArithmeticContract implements Late {}

    class Locks extends LockContract implements Late {}

    class Mailboxes extends MailboxContract implements Late {}
}
