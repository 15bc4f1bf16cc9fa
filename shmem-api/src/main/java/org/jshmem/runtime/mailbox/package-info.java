// SPDX-License-Identifier: Apache-2.0
/// Mailboxes: messages that their sender gathers into blocks.
///
/// ```
/// PE s                                                   PE r
/// gathered for r     [h m][h m][h m]   one block         doorbell  [ bit s mod 64 ]  one word for all mailboxes
///                          |                                 |
///                          |  1. put, in at most two parts   |   4. swap with 0: look at the PEs of these bits
///                          v                                 v
///                     ring of s at r   [....|h m|h m|h m|....]        6. copy --> private log --> the program
///                          |  2. signal: arrived += bytes    |   5. look at arrived
///                          |  3. or bit s into the doorbell
///
/// credit of r at s   [ bytes that r has taken ]    <-- 7. signal, once a quarter of the ring is taken, and ring s
/// ```
///
/// A message is a header and whole words ([Header]). A ring is a stream of words, whose positions are counts modulo the
/// room, so nothing is left free where it wraps around. Only the sender writes `arrived`, and only the receiver writes
/// `credit`: each PE looks at words of its own memory alone.
///
/// **Order and visibility.** The signal of step 2 follows all that the sender has put to this PE through the default
/// channel, also where puts are delayed, and pairs with the look of step 5. So a reader sees all earlier puts. The
/// doorbell follows `arrived`, so the receiver finds what it was rung for. The signal of step 7 follows the copy of
/// step 6, and pairs with the look before the next put: a sender never writes over words that are not yet copied.
///
/// **Room.** A block has at most half of a ring, and a receiver that has taken all owes less than a quarter. So a
/// sender that waits for room always gets it from a receiver that takes. A longer message is sent in pieces: the stream
/// of a sender is one, so the receiver puts the pieces together. Every call that waits takes the arrivals of all
/// mailboxes of its PE, so no two PEs wait for each other's room.
///
/// **Phases.** There is no mark for the end of a sender's messages. A PE that has handed over all of a phase arrives at
/// a split-phase barrier ([SplitBarrier]), which `take` drives. Its release completes the PE's blocks at all PEs, so a
/// PE for which the barrier is over finds the last messages in its rings. A bit of each header is the phase's parity: a
/// PE may be one phase ahead, never two, because the barrier of the next phase needs all PEs.
///
/// **Threads.** Each mailbox has one user at a time. Other threads of the PE, which wait in other mailboxes, take its
/// arrivals too: [Arrivals] has a lock for that, and [Doorbell] wakes a thread for which another one has emptied the
/// doorbell.
package org.jshmem.runtime.mailbox;
