// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Said;
import org.jshmem.nas.npb.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsTest extends KernelContract {
    IsTest() {
        super(Is::new, 1, 2, 4, 8, 16, 64);
    }

    private static Verification verified(int npes, Consumer<Sort> harm) {
        return KernelRuns.verified(npes, IsClass.ITERATIONS, sh -> new Sort(sh, IsClass.S, Access.PUTGET, true), harm);
    }

    @Override
    protected Verification harmed(int npes) {
        return verified(npes, sort -> sort.keys[100] = 0);
    }

    /// Each iteration is verified, whatever their number.
    @Override
    @Test
    public void anotherNumberOfIterationsIsNotVerified() {
        for (String reduction : new String[] {"flat", "rd", "bruck", "rsag", "ring"}) {
            KernelReport report = KernelRuns.report(
                    4, Is::new, "--reduction", reduction, "--warmup", "0", "--iterations", "2", "--no-progress");
            assertEquals(
                    "14 of 14 tests passed, 65536 of 65536 keys arrived",
                    report.verification().detail());
        }
    }

    @ParameterizedTest
    @CsvSource({"2,putget", "16,putget", "16,ptr"})
    void keysGoInThePublishedOrderToo(int npes, String access) {
        KernelReport report = KernelRuns.report(npes, Is::new, "--order", "paper", "--access", access, "--no-progress");
        assertEquals(
                "%d of %1$d tests passed, 65536 of 65536 keys arrived".formatted(50 + npes),
                report.verification().detail());
    }

    /// The published exchange of counts needs a number for each PE, not for each pair of PEs.
    @Test
    void aPeHasCountsOfItsOwnPairsOnly() {
        int npes = 64;
        AtomicLong used = new AtomicLong();
        Shmem.runInProcess(npes, (sh, none) -> {
            long before = sh.spaces().getFirst().used();
            Sort sort = new Sort(sh, IsClass.S, Access.PUTGET, true);
            if (sh.myPe() == 0) used.set(sh.spaces().getFirst().used() - before);
            sh.barrierAll();
            sort.free();
        });
        long ints = IsClass.S.capacity(npes) + 2L * (IsClass.S.buckets + IsClass.TESTS) + 2L * npes;
        assertTrue(used.get() <= 4 * ints + 1024, used + " bytes of " + 4 * ints);
    }

    @Test
    void moreKeysForAPeThanItHasRoomForAreRefused() {
        Throwable thrown = assertThrows(Throwable.class, () -> verified(4, sort -> Arrays.fill(sort.keys, 2000)));
        Said.by(thrown, "putNbi on object", "exceeds its length");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2048, 2147483647})
    void keyOutsideTheRangeEndsTheJob(int key) {
        Throwable thrown = assertThrows(Throwable.class, () -> verified(2, sort -> sort.keys[100] = key));
        Said.by(thrown, "IndexOutOfBoundsException");
    }

    @Override
    protected String refusals() {
        return """
                1 | --class Q        | is: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun is --help' lists all options
                3 | --class S        | is: npes=3 does not divide the 512 buckets of keys of class S; use 2 PEs, or another power of two up to 512
                768 | --class S      | is: npes=768 does not divide the 512 buckets of keys of class S; use 512 PEs
                1 | --access rdma    | is: --access 'rdma' is unknown; use one of auto, putget, ptr
                1 | --order random   | is: --order 'random' is unknown; use one of shifted, paper
                1 | --iterations 11  | is: --iterations=11 is more than 10
                1 | --iterations 0   | is: --iterations=0 is less than 1
                2 | --class C        | is: class C on npes=2 needs a symmetric heap of
                1 | --rehearsal -1   | is: --rehearsal=-1.0 is not a number of at least 0
                1 | --rehearsal NaN  | is: --rehearsal=NaN is not a number of at least 0
                2 | --reduction rsg  | InvalidArguments: is: --reduction, algorithm 'rsg' of REDUCE is unknown; use one of auto, flat
                1 | --warmup -1      | is: --warmup=-1 is negative
                1 | --clas S         | is: unknown option --clas; use --class
                1 | --class S --class A | is: --class is given twice; give it once
                1 | --class D        | is: class D on npes=1 is 2147483648 keys a PE, more than an array holds; use at least 4 PEs
                4 | --class D        | is: class D on npes=4 needs 5897 MiB of memory for each of the 4 PEs of a host, 23589 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun is --help' lists all options""";
    }
}
