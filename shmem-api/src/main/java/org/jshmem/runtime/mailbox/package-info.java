// SPDX-License-Identifier: Apache-2.0
/// Mailboxes: messages that their sender gathers into blocks.
///
/// ```
/// PE s                                                   PE r
/// gathered for r     [head][n m m m][n m m] one block    doorbell  [ bit s mod 64 ]  one word for all mailboxes
///                          |                                 |
///                          |  1. put, in at most two parts   |   4. swap with 0: look at the PEs of these bits
///                          v                                 v
///                     ring of s at r   [..|head|n m m m|n m m|..]      6. copy --> private blocks --> the program
///                          |  2. signal: arrived += bytes    |   5. look at arrived
///                          |  3. or bit s into the doorbell
///
/// credit of r at s   [ bytes that r has taken ]    <-- 7. signal, once a quarter of the ring is taken, and ring s
/// ended  of r at s   [ phases ]                    <-- 8. signal at the end of a phase, and ring s
/// ```
///
/// A block is a header and messages, with a length in front of those that have it ([MessageBlock]). A ring is a stream
/// of words, whose positions are counts modulo the room, so nothing is left free where it wraps around. Only the sender
/// writes `arrived`, and only the receiver writes `credit`: each PE looks at words of its own memory alone. A PE that
/// sends to itself does all this with one memory.
///
/// **Order and visibility.** The signal of step 2 follows all that the sender has put to this PE through the
/// default channel, also where puts are delayed, and pairs with the look of step 5. So a reader sees all
/// earlier puts. The doorbell follows each signal, so the receiver finds what it was rung for. A PE that waits
/// and spins also looks at `arrived` of the sender whose block is the newest, because that word changes before
/// the doorbell, whose line both PEs write. The signal of step 7 follows the copy of step 6, and pairs with the
/// look before the next put: a sender never writes over words that are not yet copied.
///
/// **Room.** Gathered messages have at most half of a ring, and a receiver that has taken all owes less than a quarter.
/// So a sender that waits for room always gets it from a receiver that takes. A longer message is a block of its own,
/// which is sent in pieces: the receiver knows its length from the header, and puts the pieces together. Every call
/// that waits takes the arrivals of all mailboxes of its PE, so no two PEs wait for each other's room. If a library
/// above has given a longer message a label, step 6 copies it into memory of that library, and not into a block.
///
/// **Phases.** There is no mark for the end of a sender's messages. A PE that has handed over all of a phase reports
/// that up a tree, whose root reports back when all PEs have ([EndedPhases]). `take` makes these steps, and none of
/// them waits. The reports complete the PE's blocks at all PEs, so a PE for which the phase is over finds the last
/// messages in its rings. A block is of one phase, and a bit of its header is the phase's parity: a PE may be one phase
/// ahead, never two, because the end of the next phase needs all PEs. A PE that closes has ended all phases, so the
/// close is the end of the last one.
///
/// **Threads.** Each mailbox has one user at a time. A thread that empties the doorbell, or takes arrivals, has the
/// lock of [Mailboxes]: it takes what other threads wait for in their mailboxes, and wakes them.
package org.jshmem.runtime.mailbox;
