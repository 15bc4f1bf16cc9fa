// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import org.jshmem.transport.Shape;

/// The layout of a job file, to the byte: each word with its size, the processes that write it, and its meaning.
/// The package has the life of the file.
///
/// ```
///            0 +--------------------------------------------+
///              | header: what the job is; the abort line    |  one page
///         4096 +--------------------------------------------+
///              | slot of PE 0: state|futex|wait|moved       |  256 bytes, a line each
///              | slot of PE 1 ...                           |
///  textsOffset +--------------------------------------------+
///              | texts of PE 0: wait|line|reason|row|host|jvm  4 KiB
///              | texts of PE 1 ...                          |
/// regionsOffset+--------------------------------------------+  multiples of 2 MiB
///              | region of PE 0: system area, heap          |  regionBytes, the same for all
///              | region of PE 1 ...                         |
///              +--------------------------------------------+
/// ```
///
/// A word that several processes write has a cache line of its own. All words are in the machine's byte order, as a
/// job file never leaves its machine.
public final class JobLayout {
    /// First eight bytes of a job file.
    public static final long MAGIC = 0x4a53484d454d0a1aL; // "JSHMEM", line feed, end of file

    /// Raised whenever an offset below changes its meaning.
    public static final int VERSION = 9;

    // header
    /// 8 bytes, launcher: the magic number.
    public static final int MAGIC_OFFSET = 0;
    /// 4 bytes, launcher: version of this layout.
    public static final int VERSION_OFFSET = 8;
    /// 4 bytes, launcher: PEs of the job.
    public static final int NPES_OFFSET = 12;
    /// 8 bytes, launcher: bytes of each region.
    public static final Header REGION_BYTES = new Header(16);
    /// 8 bytes, launcher: of each region, what programs may allocate; the least of all hosts counts.
    public static final Header HEAP_BYTES = new Header(24);
    /// 8 bytes, launcher: bytes of the file.
    public static final Header FILE_BYTES = new Header(32);
    /// 8 bytes, launcher: process that made the file.
    public static final Header LAUNCHER = new Header(40);
    /// 8 bytes, launcher, PEs: the longest wait, nanoseconds; 0 for none.
    public static final Header TIMEOUT = new Header(48);
    /// 8 bytes, launcher: when the file was made, milliseconds since 1970.
    public static final Header CREATED = new Header(56);
    /// 4 bytes, launcher: cores that the PEs share.
    public static final int CORES_OFFSET = 64;
    /// 4 bytes, launcher: JVMs, each of which has a block of the PEs.
    public static final int JVMS_OFFSET = 68;
    /// 8 bytes, launcher: random, printed in hexadecimal.
    public static final int JOB_ID_OFFSET = 72;
    /// 8 bytes, launcher: of each region, what is backed before any PE starts.
    public static final Header START_BYTES = new Header(80);

    /// 4 bytes, launcher: hosts of the job; 0 if all PEs are on this one.
    public static final int HOSTS_OFFSET = 88;

    /// 8 bytes, launcher: of each region, what the PEs of all hosts use, which have unequal memory.
    public static final Header COMMON_BYTES = new Header(96);

    /// 8 bytes, launcher: the key of the messages between hosts; 0 until the addresses of all JVMs are here.
    public static final int KEY_OFFSET = 104;
    /// 8 bytes, the PE or launcher that ends the job: 0 while the job runs; an Abort code in the highest
    /// byte, 1 + the PE it came from in 24 bits, the exit status.
    public static final int ABORT_OFFSET = 128;
    /// 4 bytes, a PE, launcher: 1 once a PE has waited for too long, 2 once the launcher has then printed who waits for
    /// whom.
    public static final int REPORTED_OFFSET = 192;
    /// 4 bytes, PEs of a job on several hosts: how often a JVM of this host has left the library.
    public static final int LEFT_OFFSET = 196;
    /// 8 bytes, a PE that fails: the first of 32 words: the hash of a stack trace, and 1 + the PE that
    /// printed it in 24 bits.
    public static final int TRACES_OFFSET = 256;
    public static final int TRACES = 32;
    public static final int HEADER_BYTES = 4096;

    // the slot of a PE
    public static final int SLOT_SHIFT = 8;
    public static final int SLOT_BYTES = 1 << SLOT_SHIFT;
    /// 4 bytes, its PE, launcher: a PeState.
    public static final int STATE_OFFSET = 0;
    /// 8 bytes, its PE: process of the PE.
    public static final Slot PID = new Slot(8);
    /// 8 bytes, its PE: when it had mapped the file, nanoseconds of the machine's clock.
    public static final Slot STARTED = new Slot(16);
    /// 8 bytes, its PE: when its process started, in ticks since boot.
    public static final int BORN_OFFSET = 24;
    /// 4 bytes, its PE: 1 + the core that it ran on when it last looked; 0 while it sleeps or never looked.
    public static final int CORE_OFFSET = 32;
    /// 4 bytes, its PE: 1 once it has called System.exit; of a PE with its own process, before it had finalized.
    public static final int EXITED_OFFSET = 36;
    /// 4 bytes, its PE: 1 once the PE, which ends the job, has written all of its output, and its JVM runs on.
    public static final int WRITTEN_OFFSET = 40;
    /// 4 bytes, launcher: number of its host.
    public static final int HOST_OFFSET = 44;

    /// 4 bytes, any PE: counted up to wake sleeping threads; a futex.
    public static final int FUTEX_OFFSET = 64;
    /// 4 bytes, any PE: 1 + the line that a thread sleeps on; -1 for several, 0 for none.
    public static final int ASLEEP_OFFSET = 68;
    /// 4 bytes, its PE: the slot whose futex wakes this PE, counted from this one: that of its carrier.
    public static final int FUTEX_SLOT_OFFSET = 72;
    /// 8 bytes, its PE: since when it waits, nanoseconds of the machine's clock; 0 when not waiting.
    public static final int WAIT_SINCE_OFFSET = 128;
    /// 8 bytes, its PE: nanoseconds spent in slow waits.
    public static final Slot WAITED = new Slot(136);
    /// 8 bytes, its PE: put so far by transfers of 4 KiB and more.
    public static final Slot PUT_BYTES = new Slot(192);
    /// 8 bytes, its PE: got so far by transfers of 4 KiB and more.
    public static final Slot GOT_BYTES = new Slot(200);
    // the texts of a PE
    public static final int TEXTS_BYTES = 4096;

    private JobLayout() {}

    /// The place of a number of 8 bytes in the header. [Control#get(Header)] reads it.
    public record Header(int at) {}

    /// The place of a number of 8 bytes in the slot of a PE. [Control#get(int, Slot)] reads it.
    public record Slot(int at) {}

    /// Offset of a PE's control slot.
    public static long slotOffset(int pe) {
        return HEADER_BYTES + ((long) pe << SLOT_SHIFT);
    }

    /// Offset of a PE's texts.
    public static long textsOffset(int npes, int pe) {
        return slotOffset(npes) + (long) pe * TEXTS_BYTES;
    }

    /// The size in bytes of the file's part before the regions.
    public static long controlBytes(int npes) {
        return Shape.pages(textsOffset(npes, npes));
    }

    /// Offset of the first region.
    public static long regionsOffset(int npes) {
        return Shape.aligned(controlBytes(npes));
    }

    /// Offset of a PE's region.
    public static long regionOffset(int npes, int pe, long regionBytes) {
        return regionsOffset(npes) + pe * Shape.aligned(regionBytes);
    }

    /// The size of the whole file in bytes.
    public static long fileBytes(int npes, long regionBytes) {
        return Math.addExact(regionsOffset(npes), Math.multiplyExact(npes, Shape.aligned(regionBytes)));
    }

    /// A text that a PE publishes: 4 bytes with 1 + its length, or 0 for none, and its bytes in UTF-8.
    public enum Text {
        /// Once the PE has waited for 0.1 s: the program's line, a tab, what it waits for.
        WAIT(0, 256),
        /// At the launcher's request: the line of the program at which the PE is, a tab, the thread of its own that it
        /// waits for in words, if it does.
        LINE(256, 256),
        /// The reason why the PE fails, in one line.
        REASON(512, 1024),
        /// Of a PE of another host: the seconds that it has waited, a tab, its row in a report.
        ROW(1536, 768),
        /// In a job on several hosts: the name of the PE's host.
        HOST(2304, 128),
        /// Of the first PE of a JVM of a job on several hosts: the cores of the JVM's host, a space, the address of the
        /// JVM in Base64.
        JVM(2432, 1664);

        final int offset;

        /// With those of the length.
        public final int bytes;

        Text(int offset, int bytes) {
            this.offset = offset;
            this.bytes = bytes;
        }
    }

    /// The reason why a job ends early; the value of the abort word.
    public enum Abort {
        /// The job does not end early.
        NONE,
        /// A PE called for a global exit.
        EXIT,
        /// A PE failed.
        FAILED,
        /// The launcher was ordered to stop the job.
        STOPPED,
        /// The thread that runs a job of threads was interrupted.
        INTERRUPTED
    }

    /// The state of a PE.
    public enum PeState {
        /// Its process may not exist yet.
        STARTING,
        /// It has begun its session.
        RUNNING,
        /// It has left its last finalize.
        FINALIZED,
        /// It has failed.
        FAILED,
        /// Its main method has ended without finalize, while its process continues for other PEs.
        LEFT,
        /// It runs on another host, whose own file has its state.
        ELSEWHERE
    }
}
