// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jshmem.shm.system.CFunction;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Memory;

/// The start of a process by `posix_spawn` of the C library.
final class Spawn {
    /// Stands for `/dev/null` as a stream of a process.
    public static final int NOTHING = -1;

    /// In this charset names, words and variables are passed to processes.
    public static final Charset CHARSET = SystemCalls.CHARSET;

    private static final String CLOSE_FROM = "posix_spawn_file_actions_addclosefrom_np"; // since glibc 2.34
    private static final int SIGCHLD = 17;
    private static final int FIRST_OTHER = 3; // behind the standard streams
    private static final long O_RDWR = 2;
    private static final long O_CLOEXEC = 0x80000;
    private static final long WNOHANG = 1;
    private static final long WEXITED = 4;
    private static final long WNOWAIT = 0x1000000;
    private static final long P_PID = 1;

    private static final long SET_SIGNAL_MASK = 8; // POSIX_SPAWN_SETSIGMASK

    /// Room for a `posix_spawn_file_actions_t`, a `posix_spawnattr_t` or a `sigset_t`: glibc
    /// uses 80, 336 and 128 bytes.
    private static final long ROOM = 512;

    private Spawn() {}

    /// Makes the kernel keep the status of each process until [#status] takes it, also where the parent of
    /// this process made it ignore the ends of processes.
    public static void keepStatuses() {
        CFunction.named("signal").call(SIGCHLD, 0, 0, 0, 0, 0);
    }

    /// Starts a process and returns its number. The first word is looked up on the PATH. The process
    /// inherits the descriptors `streams` as its three standard streams, and no other one. It ignores the
    /// signals that this process ignores, and blocks none. The calling thread is the parent with which
    /// setpriv makes it end.
    public static int start(List<String> words, List<byte[]> environment, int... streams) throws IOException {
        return start(CFunction.exists(CLOSE_FROM), words, environment, streams);
    }

    /// As above, with a library that can close all other descriptors at once, or one that cannot.
    static int start(boolean closesAll, List<String> words, List<byte[]> environment, int... streams)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long actions = arena.allocate(ROOM, 16).address();
            long attributes = arena.allocate(ROOM, 16).address();
            long noSignals = arena.allocate(ROOM, 16).address();
            long nothing = SystemCalls.string(arena, "/dev/null".getBytes(CHARSET));
            done(CFunction.named("posix_spawnattr_init").call(attributes, 0, 0, 0, 0, 0));
            done(CFunction.named("posix_spawnattr_setsigmask").call(attributes, noSignals, 0, 0, 0, 0));
            done(CFunction.named("posix_spawnattr_setflags").call(attributes, SET_SIGNAL_MASK, 0, 0, 0, 0));
            done(CFunction.named("posix_spawn_file_actions_init").call(actions, 0, 0, 0, 0, 0));
            try {
                for (int k = 0; k < streams.length; k++) {
                    if (streams[k] == NOTHING) {
                        done(CFunction.named("posix_spawn_file_actions_addopen")
                                .call(actions, k, nothing, O_RDWR, 0, 0));
                    } else if (streams[k] != k) {
                        done(CFunction.named("posix_spawn_file_actions_adddup2").call(actions, streams[k], k, 0, 0, 0));
                    }
                }
                if (closesAll) done(CFunction.named(CLOSE_FROM).call(actions, FIRST_OTHER, 0, 0, 0, 0));
                else closeEach(actions);
                long pid = arena.allocate(Integer.BYTES, Integer.BYTES).address();
                List<byte[]> encoded = new ArrayList<>();
                for (String word : words) encoded.add(word.getBytes(CHARSET));
                long argv = table(arena, encoded);
                long name = Memory.getLong(argv);
                long variables = table(arena, environment);
                done(CFunction.named("posix_spawnp").call(pid, name, actions, attributes, argv, variables));
                return Memory.getInt(pid);
            } finally {
                CFunction.named("posix_spawn_file_actions_destroy").call(actions, 0, 0, 0, 0, 0);
            }
        }
    }

    /// Closes the descriptors that this process has open: those of the JDK's own files would stay open in
    /// the new one.
    private static void closeEach(long actions) throws IOException {
        for (String name : Objects.requireNonNull(new File("/proc/self/fd").list(), "no /proc")) {
            int descriptor = Integer.parseInt(name);
            if (descriptor < FIRST_OTHER) continue;
            done(CFunction.named("posix_spawn_file_actions_addclose").call(actions, descriptor, 0, 0, 0, 0));
        }
    }

    private static long table(Arena arena, List<byte[]> strings) {
        long table =
                arena.allocate((strings.size() + 1L) * Long.BYTES, Long.BYTES).address(); // ends with a zero
        for (int k = 0; k < strings.size(); k++) {
            Memory.setLong(table + (long) k * Long.BYTES, SystemCalls.string(arena, strings.get(k)));
        }
        return table;
    }

    /// Makes a pipe: the descriptor that reads, then the one that writes. Started processes do not inherit them.
    public static int[] pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long ends = arena.allocate(2 * Integer.BYTES, Integer.BYTES).address();
            if ((int) CFunction.named("pipe2").call(ends, O_CLOEXEC, 0, 0, 0, 0) < 0)
                throw new IOException("pipe2 failed: Too many open files, or no memory");
            return new int[] {Memory.getInt(ends), Memory.getInt(ends + Integer.BYTES)};
        }
    }

    public static void close(int descriptor) {
        SystemCalls.close(descriptor);
    }

    /// Sends a signal to a process.
    static void kill(int pid, int signal) {
        CFunction.named("kill").call(pid, signal, 0, 0, 0, 0);
    }

    /// Waits until a process of this one has ended, and leaves its status.
    static void awaitEnd(int pid) {
        CFunction.named("waitid").call(P_PID, pid, 0, WEXITED | WNOWAIT, 0, 0);
    }

    /// Takes the status of a process of this one that has ended: that of its exit, or 128 and the signal
    /// that killed it. Returns -1 if the process has not ended.
    public static int status(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            long status = arena.allocate(Integer.BYTES, Integer.BYTES).address();
            if ((int) CFunction.named("waitpid").call(pid, status, WNOHANG, 0, 0, 0) != pid) return -1;
            int how = Memory.getInt(status);
            int signal = how & 0x7f;
            return signal == 0 ? how >> 8 & 0xff : 128 + signal;
        }
    }

    private static void done(long result) throws IOException {
        int error = (int) result;
        if (error == 0) return;
        throw new IOException("error=%d, %s".formatted(error, SystemCalls.errorText(error)));
    }
}
