// SPDX-License-Identifier: Apache-2.0
/// Mailboxes: messages that their sender gathers into blocks, and three pieces below them: a [Ring] for each sender
/// and receiver, a [Doorbell] for each PE, and the [Phases] of each mailbox.
///
/// ```
/// PE s                                                   PE r
/// gathered for r     [head][n m m m][n m m] one block    doorbell  [ bit s mod 64 ]  one word for all mailboxes
///                          |                                 |
///                          |  1. put, in one piece           |   4. swap with 0: look at the PEs of these bits
///                          v                                 v
///                     ring of s at r   [..|head|n m m m|n m m|..]      6. the program reads it here, or a wait
///                          |  2. signal: arrived += bytes    |            copies it into private memory
///                          |  3. or bit s into the doorbell  |   5. look at arrived
///
/// credit of r at s   [ bytes that r has read ]     <-- 7. signal, once a quarter of the ring is read, and ring s
/// ended  of r at s   [ phases ]                    <-- 8. signal at the end of a phase, and ring s
/// ```
///
/// A block is a header and messages, with a length in front of those that have it ([Runs]). It lies in one piece,
/// since a ring has memory behind its end for the longest block. Only the sender writes `arrived`, and only the
/// receiver writes `credit`: each PE looks at words of its own memory alone. A PE that sends to itself does all
/// this with one memory.
///
/// **Order and visibility.** The signal of step 2 follows all that the sender has put to this PE through the
/// default channel, also where puts are delayed, and pairs with the look of step 5. So a reader sees all
/// earlier puts. The doorbell follows each signal, so the receiver finds what it was rung for. A PE that waits
/// and spins also looks at `arrived` of the sender whose block is the newest, because that word changes before
/// the doorbell, whose line both PEs write. The signal of step 7 follows the reads of step 6, and pairs with the
/// look before the next put: a sender never writes over words that are not yet read.
///
/// **Reading in place.** The reader has one block, until it reads a message of another one ([MessageView]). A call
/// that waits copies the blocks of a ring of which at least a quarter is not read, because its sender may wait for
/// room ([Arrivals#take]); the rest stays. What is copied of a sender is older than what is in its ring, and read
/// first ([Incoming]). A machine in virtual time has to see each access, so there all blocks are copied.
///
/// **Room.** A block is at most half of a ring, and a receiver that has less than a quarter to read owes less than
/// another quarter. So a sender that waits for room always gets it from a receiver that waits. A longer message is
/// a sequence of blocks, which the receiver puts together in private memory. Every call that waits makes room in
/// all mailboxes of its PE, so no circle of PEs waits for each other's room. Memory for a copy is there before a
/// block leaves its ring: where there is none the call throws, and nothing is lost. A PE that closes a mailbox
/// reads its messages to count them, and needs memory only for one that is longer than a block.
///
/// **Phases.** There is no mark for the end of a sender's messages. A PE that has handed over all of a phase
/// reports that up a tree, whose root reports back when all PEs have ([Phases]). `take` makes these steps, and none
/// of them waits. The reports complete the PE's blocks at all PEs, so a PE for which the phase is over finds the
/// last messages in its rings. A block is of one phase, and a bit of its header is the phase's parity: a PE may be
/// one phase ahead, never two, because the end of the next phase needs all PEs. A PE that closes has ended all
/// phases, so the close is the end of the last one.
///
/// **Threads.** Each mailbox has one user at a time. A thread that goes on to another block, or makes room, has the
/// lock of the doorbell: it finds what other threads wait for in their mailboxes, and wakes them. It leaves alone
/// the ring whose block another thread reads.
package org.jshmem.runtime.mailbox;
