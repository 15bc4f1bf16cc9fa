// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jshmem.contract.Ended;
import org.jshmem.shm.ShmProvider;

/// What a job that has ended may have left on the machine.
final class Leftovers {
    /// Ten seconds. Jobs of other tests make their folders meanwhile, which takes seconds where a machine is busy.
    private static final int LOOKS = 200;

    private static final String TEMPORARY = System.getProperty("java.io.tmpdir");

    /// What others had left here before these tests began. Process numbers come again, after some minutes on a small
    /// machine: a launcher may have that of a process which left a folder then.
    private static final Set<String> BEFORE = names("/dev/shm", "jshmem-*");

    private static final Set<String> SCRATCH_BEFORE = names(TEMPORARY, "jshmem-scratch-*");

    private Leftovers() {}

    /// Files of a launcher that has ended: job folders, of which none lives longer than its making, and its scratch
    /// folder.
    static Set<String> files(long launcher) {
        Set<String> files = names("/dev/shm", "jshmem-*");
        files.removeAll(BEFORE);
        for (int look = 0; look < LOOKS && !files.isEmpty(); look++) {
            LockSupport.parkNanos(50_000_000);
            files.retainAll(names("/dev/shm", "jshmem-*"));
        }
        files.addAll(names(TEMPORARY, "jshmem-scratch-" + launcher + "-*"));
        files.removeAll(SCRATCH_BEFORE);
        return files;
    }

    /// Asserts that nothing is left of a launcher that has ended: no file, no process.
    static void assertNoneOf(Ended launcher) {
        assertEquals(Set.of(), files(launcher.pid()));
        assertEquals(Set.of(), pes(launcher.pid()));
    }

    private static Set<String> names(String folder, String pattern) {
        Set<String> names = new TreeSet<>();
        try (var files = Files.newDirectoryStream(Path.of(folder), pattern)) {
            for (Path file : files) names.add(file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /// PEs of a launcher: processes that were told of its job file.
    static Set<Long> pes(long launcher) {
        return processes("environ", ShmProvider.JOB_VARIABLE + "=/proc/" + launcher + "/fd/");
    }

    /// PEs of any launcher with this text on their command line.
    static Set<Long> pesWith(String text) {
        Set<Long> pes = processes("environ", ShmProvider.JOB_VARIABLE + "=/proc/");
        pes.retainAll(processesWith(text));
        return pes;
    }

    /// Processes with this variable in their environment.
    static Set<Long> processesOf(String variable) {
        return processes("environ", variable + '\0');
    }

    /// Processes with this text on their command line.
    static Set<Long> processesWith(String text) {
        return processes("cmdline", text);
    }

    /// Waits until no process has this text on its command line any more.
    static void awaitNoneWith(String text) {
        Terminal.await(() -> processesWith(text).isEmpty(), "processes with " + text + " are left");
    }

    private static Set<Long> processes(String file, String text) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> contents(pid, file).contains(text))
                .collect(Collectors.toSet());
    }

    private static String contents(long pid, String file) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // gone in the meantime, or another user's
        }
    }
}
