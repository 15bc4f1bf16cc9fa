// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What holds for every kernel that the driver measures: it verifies on any number of PEs, finds the same in both
/// access modes, and refuses harmed data and wrong arguments.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class KernelContract {
    private final Supplier<KernelCommand> program;
    private final int[] npes;

    protected KernelContract(Supplier<KernelCommand> program, int... npes) {
        this.program = program;
        this.npes = npes;
    }

    /// The verification of class S after its data have been changed.
    protected abstract Verification harmed(int npes);

    /// Lines `number of PEs | arguments | text of the refusal`.
    protected abstract String refusals();

    @Test
    public void classSIsRightAndTheSameInBothAccessModes() {
        for (int n : npes) {
            KernelReport putget = KernelRuns.report(n, program, "--access", "putget", "--no-progress");
            assertEquals(
                    Verification.Verdict.SUCCESSFUL,
                    putget.verification().verdict(),
                    n + " PEs: " + putget.verification().detail());
            KernelReport ptr = KernelRuns.report(n, program, "--access", "ptr", "--warmup", "0", "--no-progress");
            assertEquals(putget.verification().detail(), ptr.verification().detail(), n + " PEs");
            assertEquals(
                    "putget ptr",
                    putget.choices().access() + " " + ptr.choices().access());
        }
    }

    @Test
    public void harmedDataFailTheVerification() {
        for (int n : new int[] {1, 2}) {
            Verification verification = harmed(n);
            assertEquals(
                    Verification.Verdict.UNSUCCESSFUL, verification.verdict(), n + " PEs: " + verification.detail());
        }
    }

    @Test
    public void anotherNumberOfIterationsIsNotVerified() {
        KernelReport report = KernelRuns.report(2, program, "--iterations", "2", "--no-progress");
        assertEquals(Verification.Verdict.NOT_PERFORMED, report.verification().verdict());
    }

    @Test
    public void wrongArgumentIsRefusedInOneLine() {
        for (String line : refusals().lines().toList()) {
            String[] parts = line.strip().split(" *\\| *");
            KernelRuns.assertRefused(Integer.parseInt(parts[0]), program, parts[1], parts[2]);
        }
    }
}
