// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Verification.Verdict;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelRecordTest {
    @TempDir
    private Path folder;

    private static KernelReport report(Shmem sh, Verdict verdict) {
        var verification = new Verification(verdict, "error 1");
        var choices = new KernelReport.Choices(1, 0, "putget", "default");
        return new KernelReport("EP", ONE, choices, Rehearsal.NONE, JvmsAndHosts.of(sh), "pairs", 1, 0, verification);
    }

    /// A class of one operation.
    private static final Problem ONE = new Problem() {
        @Override
        public String name() {
            return "S";
        }

        @Override
        public String extent() {
            return "16";
        }

        @Override
        public int iterations() {
            return 1;
        }

        @Override
        public double millionOperations(int timed) {
            return 1;
        }
    };

    /// Runs a program that returns a result with this verdict, and records it.
    private static void run(Path file, Verdict verdict, String... more) {
        String[] args = Stream.concat(Stream.of("--record", file.toString()), Stream.of(more))
                .toArray(String[]::new);
        Shmem.runInProcess(
                1,
                (sh, none) -> Npb.main(args, () -> new KernelCommand() {
                    @Override
                    protected KernelReport run(Shmem inner) {
                        return report(inner, verdict);
                    }
                }));
    }

    @Test
    void onlyARightAnswerIsRecorded() throws Exception {
        Path right = folder.resolve("right.jsonl");
        run(right, Verdict.SUCCESSFUL);
        assertEquals(1, Files.readAllLines(right).size());
        Path wrong = folder.resolve("wrong.jsonl");
        assertThrows(RuntimeException.class, () -> run(wrong, Verdict.UNSUCCESSFUL));
        assertEquals(false, Files.exists(wrong));
    }

    @Test
    void theSameOptionsHaveOneRowHoweverTheyAreSpelt() throws Exception {
        for (String spelt : List.of(
                "-c S --warmup 0 --reduction rd",
                "-cS --reduction=rd --warmup=0",
                "--class s --reduction rd --warmup 0 --no-progress",
                "--warmup 0 --reduction rd --access auto")) {
            Path file = folder.resolve("times.jsonl");
            run(file, Verdict.SUCCESSFUL, spelt.split(" "));
            String variant = Results.read(file).getFirst().row().variant();
            assertEquals("class S --reduction rd --warmup 0", variant, spelt);
            Files.delete(file);
        }
        Path plain = folder.resolve("plain.jsonl");
        run(plain, Verdict.SUCCESSFUL);
        assertEquals("class S", Results.read(plain).getFirst().row().variant());
    }

    /// A kernel that needs nothing but Java heap, 1.5 times what a PE may have of this JVM's.
    @Test
    void pesThatShareAJvmShareItsHeap() {
        long most = Runtime.getRuntime().maxMemory();
        long each = most * 3 / 4;
        KernelRuns.report(1, () -> needs(0, each, 0, Long.MAX_VALUE));
        Throwable thrown =
                assertThrows(Throwable.class, () -> KernelRuns.report(2, () -> needs(0, each, 0, Long.MAX_VALUE)));
        long needed = (2 * each >> 20) + 32;
        Said.by(
                thrown,
                ": class S on npes=2 needs %d MiB of Java heap for the 2 PEs of a JVM, which has %d MiB; give oshrun -J -Xmx%dm;"
                        .formatted(needed, most >> 20, needed + 1));
    }

    @Test
    void theMemoryOfAllPesIsComparedWithThatOfTheHost() {
        KernelRuns.report(2, () -> needs(10 << 20, 20 << 20, 30 << 20, 127 << 20));
        Throwable thrown = assertThrows(
                Throwable.class, () -> KernelRuns.report(3, () -> needs(10 << 20, 20 << 20, 30 << 20, 127 << 20)));
        Said.by(
                thrown,
                ": class S on npes=3 needs 60 MiB of memory for each of the 3 PEs of a host, 180 MiB in all, and 127 MiB"
                        + " are free; use a smaller --class, or more hosts;");
    }

    /// A kernel on a host with `free` bytes of free memory.
    private static KernelCommand needs(long symmetric, long java, long outside, long free) {
        KernelCommand command = new KernelCommand() {
            @Override
            protected KernelReport run(Shmem sh) {
                checkMemory(sh, ONE, symmetric, java, outside);
                return report(sh, Verdict.SUCCESSFUL);
            }
        };
        command.freeMemory = () -> free;
        return command;
    }
}
