// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// The UCX library of this machine, if it has one, loaded with the settings that it needs inside a JVM.
final class UcxLibrary {
    /*
     * The library reads these when it is loaded. Its signal handlers would take a JVM's stack overflow for a
     * crash, and handle a hangup instead of the JVM. Its memory events would rewrite the machine code of mmap.
     * Shared memory is not a wire here: PEs of one host never use it, and in network namespaces UCX would take
     * two hosts for one.
     */
    private static final String NEEDED = "UCX_ERROR_SIGNALS= UCX_HANDLE_ERRORS=none UCX_DEBUG_SIGNO=0 UCX_MEM_EVENTS=n";

    /// Settings that the user may override. The longest message fits into one segment, which is equal on all hosts.
    /// From 4 KiB on a sent message is in the kernel, not in a buffer of UCX. This library reports errors, once.
    private static final String PREFERRED = "UCX_TLS=^shm UCX_TCP_TX_SEG_SIZE=68k UCX_TCP_RX_SEG_SIZE=68k"
            + " UCX_ZCOPY_THRESH=4k UCX_WARN_UNUSED_ENV_VARS=n UCX_VFS_ENABLE=n UCX_LOG_LEVEL=fatal";

    private static final int LC_NUMERIC = 1;

    /// The first version of 1 that has all calls of [Ucx], with the meaning that they have here.
    private static final int OLDEST_MINOR = 13;

    /// Its functions; null if it is missing.
    static final SymbolLookup FUNCTIONS = load();

    private UcxLibrary() {}

    /// The reason why UCX cannot be used here, with the remedy; null if it can be used.
    static String missing() {
        if (FUNCTIONS == null) {
            return "UCX is not installed (no libucp.so.0); install it: 'apt install libucx0' on Debian and Ubuntu,"
                    + " 'dnf install ucx' on Fedora and RHEL";
        }
        if (FUNCTIONS.find("ucp_get_version").isEmpty())
            return "libucp.so.0 has no ucp_get_version, so it is not UCX 1.%d; install that".formatted(OLDEST_MINOR);
        try (Arena arena = Arena.ofConfined()) {
            long numbers = arena.allocate(3 * Integer.BYTES, Integer.BYTES).address();
            CFunction.of(FUNCTIONS, "ucp_get_version").call(numbers, numbers + 4, numbers + 8, 0, 0, 0);
            return old(Memory.getInt(numbers), Memory.getInt(numbers + 4));
        }
    }

    static String old(int major, int minor) {
        if (major > 1 || minor >= OLDEST_MINOR) return null;
        return "UCX %d.%d of libucp.so.0 is older than 1.%d; install a newer one".formatted(major, minor, OLDEST_MINOR);
    }

    @SuppressWarnings("restricted") // shmem-ucx calls native code
    private static SymbolLookup load() {
        for (String setting : NEEDED.split(" ")) set(setting, 1);
        for (String setting : PREFERRED.split(" ")) set(setting, 0);
        setNumericLocale();
        try {
            return SymbolLookup.libraryLookup("libucp.so.0", Arena.global());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// UCX reads numbers with the decimal point of the locale that the JVM has set at its start, and its own numbers
    /// have a point. A variable would come too late.
    private static void setNumericLocale() {
        try (Arena arena = Arena.ofConfined()) {
            CFunction.named("setlocale")
                    .call(LC_NUMERIC, arena.allocateFrom("C").address(), 0, 0, 0, 0);
        }
    }

    private static void set(String setting, int overwrite) {
        String[] pair = setting.split("=", 2);
        try (Arena arena = Arena.ofConfined()) {
            long name = SystemCalls.string(arena, pair[0].getBytes(SystemCalls.CHARSET));
            long value = SystemCalls.string(arena, pair[1].getBytes(SystemCalls.CHARSET));
            CFunction.named("setenv").call(name, value, overwrite, 0, 0, 0);
        }
    }
}
