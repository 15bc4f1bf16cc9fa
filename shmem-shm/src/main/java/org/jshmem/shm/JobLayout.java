// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.transport.Shape;

/// Where everything lies in a job file, to the byte. docs/memory-layout.md is generated from the fields of this class:
/// a test fails when the page and the class part.
///
/// ```
///            0 +--------------------------------------------+
///              | header: what the job is; the abort line    |  one page
///         4096 +--------------------------------------------+
///              | slot of PE 0: state | bell | wait | moved  |  256 bytes, a line each
///              | slot of PE 1 ...                           |
///  eventsOffset+--------------------------------------------+
///              | events from the PEs to the launcher        |  a ring buffer
/// regionsOffset+--------------------------------------------+  multiples of 2 MiB
///              | region of PE 0: system area, heap          |  regionBytes, the same for all
///              | region of PE 1 ...                         |
///              +--------------------------------------------+
/// ```
///
/// A word that several processes write has a cache line of its own. All words are in the machine's byte order, as a job
/// file never leaves its machine.
final class JobLayout {
    /// First eight bytes of a job file.
    static final long MAGIC = 0x4a53484d454d0a1aL; // "JSHMEM", line feed, end of file

    /// Raised whenever an offset below changes its meaning.
    static final int VERSION = 1;

    // header
    static final int MAGIC_OFFSET = 0; // long
    static final int VERSION_OFFSET = 8; // int
    static final int NPES_OFFSET = 12; // int
    static final int REGION_BYTES_OFFSET = 16; // long
    static final int HEAP_BYTES_OFFSET = 24; // long: of each region, what programs may allocate
    static final int FILE_BYTES_OFFSET = 32; // long
    static final int LAUNCHER_PID_OFFSET = 40; // long
    static final int TIMEOUT_OFFSET = 48; // long, nanoseconds; 0 for none
    static final int CREATED_OFFSET = 56; // long, milliseconds since 1970
    static final int CORES_OFFSET = 64; // int: cores that the PEs share
    static final int JOB_ID_OFFSET = 72; // long: random, printed in hexadecimal
    static final int START_BYTES_OFFSET = 80; // long: of each region, what is backed before any PE starts
    static final int ABORT_OFFSET = 128; // int: an Abort code, 0 while the job runs; on a line of its own
    static final int ABORT_STATUS_OFFSET = 132; // int: exit status of the job
    static final int ABORT_PE_OFFSET = 136; // int: the PE it came from, or -1 for the launcher
    static final int ABORT_CLAIM_OFFSET = 140; // int: 1 once somebody has claimed the right to fill these words
    static final int REPORTED_OFFSET = 192; // int: 1 once the launcher has printed who waits for whom
    static final int HEADER_BYTES = 4096;

    // the slot of a PE
    static final int SLOT_SHIFT = 8;
    static final int SLOT_BYTES = 1 << SLOT_SHIFT;
    static final int STATE_OFFSET = 0; // int: a PeState
    static final int STATUS_OFFSET = 4; // int: exit status once it has failed
    static final int PID_OFFSET = 8; // long
    static final int STARTED_OFFSET = 16; // long, nanoseconds of the machine's clock
    static final int BELL_OFFSET = 64; // int: rung (counted up) when somebody who sleeps should look; a futex
    static final int ASLEEP_OFFSET = 68; // int: 1 + the line that somebody sleeps on; -1 for several, 0 for none
    static final int WAIT_SINCE_OFFSET = 128; // long, nanoseconds of the machine's clock; 0 when not waiting
    static final int WAIT_PE_OFFSET = 136; // int: whose memory it waits on
    static final int WAIT_CMP_OFFSET = 140; // int: ordinal of the Cmp, or -1 for several words
    static final int WAIT_WORD_OFFSET = 144; // long: offset in that region
    static final int WAIT_VALUE_OFFSET = 152; // long: what the word is compared with
    static final int WAITED_OFFSET = 160; // long, nanoseconds spent in slow waits
    static final int WAITS_OFFSET = 168; // long: slow waits so far
    static final int PUT_BYTES_OFFSET = 192; // long: put so far by transfers of 4 KiB and more
    static final int GOT_BYTES_OFFSET = 200; // long: got so far by transfers of 4 KiB and more

    // the events ring
    static final int EVENTS_BYTES = 1 << 17;
    static final int EVENTS_TRAILER_BYTES = 1024;

    static final int PAGE = 4096;

    private JobLayout() {}

    /// Offset of a PE's control slot.
    static long slotOffset(int pe) {
        return HEADER_BYTES + ((long) pe << SLOT_SHIFT);
    }

    /// Offset of the ring of events.
    static long eventsOffset(int npes) {
        return pages(slotOffset(npes));
    }

    /// Bytes of all that is not a region.
    static long controlBytes(int npes) {
        return pages(eventsOffset(npes) + EVENTS_BYTES + EVENTS_TRAILER_BYTES);
    }

    /// Offset of the first region.
    static long regionsOffset(int npes) {
        return Shape.aligned(controlBytes(npes));
    }

    /// Offset of a PE's region.
    static long regionOffset(int npes, int pe, long regionBytes) {
        return regionsOffset(npes) + pe * Shape.aligned(regionBytes);
    }

    /// Bytes of the whole file.
    static long fileBytes(int npes, long regionBytes) {
        return Math.addExact(regionsOffset(npes), Math.multiplyExact(npes, Shape.aligned(regionBytes)));
    }

    /// Rounds up to whole pages.
    static long pages(long bytes) {
        return Math.addExact(bytes, PAGE - 1) & -PAGE;
    }

    /// Why a job ends before its time; the value of the abort word.
    enum Abort {
        /// It does not.
        NONE,
        /// A PE asked for it: global exit.
        EXIT,
        /// A PE failed.
        FAILED,
        /// The launcher was told to stop.
        STOPPED;

        private static final Abort[] CODES = values();

        static Abort of(int code) {
            return code >= 0 && code < CODES.length ? CODES[code] : FAILED;
        }
    }

    /// How far a PE has come.
    enum PeState {
        /// Its process may not exist yet.
        STARTING,
        /// It has mapped the job file.
        RUNNING,
        /// It has left its last finalize.
        FINALIZED,
        /// It ended before its time.
        FAILED;

        private static final PeState[] CODES = values();

        static PeState of(int code) {
            return code >= 0 && code < CODES.length ? CODES[code] : FAILED;
        }
    }
}
