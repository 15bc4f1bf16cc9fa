// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Verification.Verdict;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.rehearsal.Rehearsal;
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
    private static void run(Path file, Verdict verdict) {
        String[] args = {"--record", file.toString()};
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
}
