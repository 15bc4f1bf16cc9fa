// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.util.List;
import java.util.function.IntPredicate;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// The few system calls that the JDK does not offer, all by the C library's function `syscall`.
///
/// On systems other than Linux this class makes none of them. A job inside one JVM then works without them: its
/// threads sleep in [ParkedThreads], and the calls that only make it faster have no effect.
public final class SystemCalls {
    /// Whether this system is Linux.
    public static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    /// The `struct timespec` of each thread that has slept.
    private static final ThreadLocal<MemorySegment> TIMESPECS = new ThreadLocal<>();

    private static final long SECOND = 1_000_000_000;
    private static final long FUTEX_WAIT = 0;
    private static final long FUTEX_WAKE = 1;
    private static final long MADV_REMOVE = 9;
    private static final long MADV_POPULATE_WRITE = 23;

    /// Whether this machine is an aarch64; otherwise it is an amd64.
    static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
    private static final long SYS_FUTEX = ARM ? 98 : 202;
    private static final long SYS_MADVISE = ARM ? 233 : 28;
    private static final long SYS_SIGTIMEDWAIT = ARM ? 137 : 128;
    private static final long SYS_EXIT_GROUP = ARM ? 94 : 231;
    private static final long SYS_SETAFFINITY = ARM ? 122 : 203;
    private static final long SYS_GETAFFINITY = ARM ? 123 : 204;
    private static final long SYS_OPENAT = ARM ? 56 : 257;
    private static final long SYS_CLOSE = ARM ? 57 : 3;

    /// In this charset names, words and variables are passed to the kernel.
    public static final Charset CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding"));

    private static final long MASK_BYTES = 1024; // 8192 cores
    private static final long AT_FDCWD = -100;
    private static final long O_RDWR = 2;
    private static final long O_CLOEXEC = 0x80000;
    private static final long O_TMPFILE = 0x400000 | (ARM ? 0x4000 : 0x10000); // with O_DIRECTORY
    private static final long OWNER_ONLY = 0600;

    private SystemCalls() {}

    /// Loaded at the first call.
    private static final class Linked {
        private static final CFunction SYSCALL = linked();
        private static final CFunction CORE = CFunction.named("sched_getcpu");

        private static CFunction linked() {
            checkMachine(System.getProperty("os.arch"));
            return CFunction.named("syscall");
        }
    }

    /// Throws on other machines: the numbers of system calls are those of two architectures, and mean other calls
    /// on a third one.
    public static void checkMachine(String kind) {
        if (kind.equals("amd64") || kind.equals("aarch64")) return;
        throw new UnsupportedOperationException(
                "jshmem knows the system calls of amd64 and aarch64, not those of %s; run on one of these"
                        .formatted(kind));
    }

    private static long call(long number, long a, long b, long c, long d, long e) {
        return Linked.SYSCALL.call(number, a, b, c, d, e);
    }

    /// Sleeps while the int at `address` equals `expected`, until it is woken or the time is over. It may also wake
    /// for no reason, so the caller looks again. The futex is not private to the process, since waiter and waker
    /// share a file.
    public static void futexWait(long address, int expected, long nanos) {
        MemorySegment timespec = TIMESPECS.get();
        if (timespec == null) TIMESPECS.set(timespec = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES));
        Memory.setLong(timespec.address(), nanos / SECOND);
        Memory.setLong(timespec.address() + Long.BYTES, nanos % SECOND);
        if (LINUX) call(SYS_FUTEX, address, FUTEX_WAIT, expected, timespec.address(), 0);
        else ParkedThreads.sleep(address, expected, nanos);
    }

    /// Wakes all threads that sleep on `address`.
    public static void futexWakeAll(long address) {
        if (LINUX) call(SYS_FUTEX, address, FUTEX_WAKE, Integer.MAX_VALUE, 0, 0);
        else ParkedThreads.wakeAll(address);
    }

    /// Backs mapped pages with memory at once. Returns false if the kernel cannot, or has no memory left.
    public static boolean populate(long address, long bytes) {
        return LINUX && call(SYS_MADVISE, address, bytes, MADV_POPULATE_WRITE, 0, 0) == 0;
    }

    /// Gives back the memory of mapped pages of a file, which read as zeros from then on. If the file system
    /// cannot do that, the memory is given back with the mapping.
    public static void remove(long address, long bytes) {
        if (LINUX) call(SYS_MADVISE, address, bytes, MADV_REMOVE, 0, 0);
    }

    /// Waits until one of the signals in the mask, which all threads block, arrives at this process, and takes it.
    /// Bit n - 1 stands for signal n. A negative result means that the wait was interrupted.
    public static int awaitSignal(long mask) {
        try (Arena arena = Arena.ofConfined()) {
            long set = arena.allocate(Long.BYTES, Long.BYTES).address();
            Memory.setLong(set, mask);
            return (int) call(SYS_SIGTIMEDWAIT, set, 0, 0, Long.BYTES, 0);
        }
    }

    /// Ends this process at once. `Runtime.halt` ends it too, but waits 0.3 s for threads that are in native code.
    public static void exit(int status) {
        try {
            if (LINUX) call(SYS_EXIT_GROUP, status, 0, 0, 0, 0);
        } finally { // this JVM may forbid native code
            Runtime.getRuntime().halt(status);
        }
    }

    /// The core on which the calling thread runs; negative if the kernel cannot tell. The C library reads it without a
    /// system call.
    public static int core() {
        return LINUX ? (int) Linked.CORE.call() : -1;
    }

    /// Moves the calling thread to another of the cores that it may use; the thread stays if there is no other
    /// core.
    public static void leaveCore() {
        int here = core();
        leaveCores(core -> core == here);
    }

    /// Moves the calling thread to a core that it may use and that is not taken; the thread stays if there is no
    /// such core.
    public static void leaveCores(IntPredicate taken) {
        if (!LINUX) return;
        try (Arena arena = Arena.ofConfined()) {
            long all = arena.allocate(MASK_BYTES, Long.BYTES).address();
            long free = arena.allocate(MASK_BYTES, Long.BYTES).address();
            long bytes = call(SYS_GETAFFINITY, 0, MASK_BYTES, all, 0, 0);
            if (bytes < 0) return;
            for (int k = 0; k < bytes; k++) {
                int cores = Memory.getByte(all + k) & 0xff;
                for (int bit = 0; bit < 8; bit++)
                    if ((cores & 1 << bit) != 0 && taken.test(8 * k + bit)) cores &= ~(1 << bit);
                Memory.setByte(free + k, (byte) cores);
            }
            if (call(SYS_SETAFFINITY, 0, bytes, free, 0, 0) != 0) return; // the kernel refuses an empty mask
            call(SYS_SETAFFINITY, 0, bytes, all, 0, 0);
        }
    }

    /// Binds the calling thread, and the threads that it starts from now on, to these cores.
    public static void bind(List<Integer> cores) {
        try (Arena arena = Arena.ofConfined()) {
            long mask = arena.allocate(MASK_BYTES, Long.BYTES).address();
            for (int core : cores) {
                Memory.setByte(mask + core / 8, (byte) (Memory.getByte(mask + core / 8) | 1 << core % 8));
            }
            call(SYS_SETAFFINITY, 0, MASK_BYTES, mask, 0, 0);
        }
    }

    /// Opens a new file in a folder, for this user alone. The file never has a name. The result is negative if the
    /// file system has no nameless files.
    public static int openNameless(String folder) {
        try (Arena arena = Arena.ofConfined()) {
            long path = string(arena, folder.getBytes(CHARSET));
            return (int) call(SYS_OPENAT, AT_FDCWD, path, O_TMPFILE | O_RDWR | O_CLOEXEC, OWNER_ONLY, 0);
        }
    }

    /// Copies a text of C to new memory, with a zero at its end, and returns its address. [Memory] writes the bytes,
    /// since a starting JVM takes some ms for the first use of a segment's own accessors.
    public static long string(Arena arena, byte[] bytes) {
        long string = arena.allocate(bytes.length + 1L, 1).address(); // zeros
        for (int k = 0; k < bytes.length; k++) Memory.setByte(string + k, bytes[k]);
        return string;
    }

    /// Closes a descriptor.
    public static void close(int descriptor) {
        call(SYS_CLOSE, descriptor, 0, 0, 0, 0);
    }
}
