// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Said;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IsTest {
    @ParameterizedTest
    @CsvSource({
        "1,putget,paper,auto",
        "2,putget,paper,keys",
        "2,putget,paper,counts",
        "4,putget,paper,keys",
        "4,putget,shifted,keys",
        "1,ptr,paper,keys",
        "4,ptr,paper,keys",
        "4,ptr,paper,counts",
        "8,ptr,shifted,keys",
        "8,ptr,shifted,auto",
        "16,putget,paper,keys",
        "16,ptr,shifted,auto",
        "64,putget,shifted,counts",
        "64,ptr,shifted,keys"
    })
    void classSIsRankedRightly(int npes, String access, String order, String exchange) {
        Shmem.runInProcess(npes, (sh, a) -> {
            KernelReport r = new Is()
                    .run(
                            sh,
                            "--class",
                            "s",
                            "--access",
                            access,
                            "--order",
                            order,
                            "--exchange",
                            exchange,
                            "--warmup",
                            "1",
                            "--no-progress");
            assertEquals(Judgement.Verdict.SUCCESSFUL, r.verdict());
            assertEquals(50 + npes + " of " + (50 + npes) + " tests passed, 65536 of 65536 keys arrived", r.finding());
            boolean counts = exchange.equals("counts") || exchange.equals("auto") && npes <= 8;
            assertEquals(counts ? "keys ranked by counts" : "keys ranked", r.operation());
            assertTrue(r.seconds() > 0);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"flat", "rd", "bruck", "rsag", "ring"})
    void everyReductionGivesTheSameRanks(String reduction) {
        Shmem.runInProcess(4, (sh, a) -> {
            KernelReport r = new Is()
                    .run(
                            sh,
                            "--exchange",
                            "keys",
                            "--reduction",
                            reduction,
                            "--warmup",
                            "0",
                            "--iterations",
                            "2",
                            "--no-progress");
            assertEquals("14 of 14 tests passed, 65536 of 65536 keys arrived", r.finding());
        });
    }

    @ParameterizedTest
    @CsvSource({"1,keys", "4,keys", "1,counts", "4,counts"})
    void corruptedKeyFailsTheVerification(int npes, String exchange) {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> Shmem.runInProcess(npes, (sh, a) -> {
                    Consumer<int[]> corrupt = keys -> {
                        if (sh.myPe() == 0) keys[100] = 0;
                    };
                    new Is(corrupt)
                            .run(sh, "--exchange", exchange, "--warmup", "0", "--no-progress")
                            .conclude(sh, KernelCommand.Format.csv);
                }));
        Said.by(thrown, "is class S failed its verification, ", " tests passed, 65536 of 65536 keys arrived");
    }

    @Test
    void moreKeysForAPeThanItHasRoomForAreRefused() {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> Shmem.runInProcess(4, (sh, a) -> new Is(keys -> Arrays.fill(keys, 5)).run(sh, "--no-progress")));
        Said.by(thrown, "/4: is: 49152 keys go to PE 0, its room is for 14912; the keys are not those of the class");
    }

    @ParameterizedTest
    @CsvSource({"-1,keys", "2048,keys", "2147483647,keys", "-1,counts", "2048,counts", "2147483647,counts"})
    void keyOutsideTheRangeIsNamed(int key, String exchange) {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> Shmem.runInProcess(2, (sh, a) -> {
                    Consumer<int[]> corrupt = keys -> {
                        if (sh.myPe() == 1) keys[100] = key;
                    };
                    new Is(corrupt).run(sh, "--exchange", exchange, "--warmup", "0", "--no-progress");
                }));
        Said.by(
                thrown,
                "PE 1/2: is: key 100 of this PE is " + key + ", outside 0 to 2047; the keys are not those of class S");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | --class Q        | is: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun is --help' lists all options",
                "3 | --class S        | is: npes=3 is not a power of two, among which the keys are divided; use 2 or 4 PEs",
                "768 | --class S      | is: npes=768 is more than class S has buckets, 512; use at most that many PEs",
                "1 | --access rdma    | is: --access 'rdma' is unknown; use one of auto, putget, ptr",
                "1 | --order random   | is: --order 'random' is unknown; use one of paper, shifted",
                "1 | --exchange all   | is: --exchange 'all' is unknown; use one of auto, counts, keys",
                "1 | --iterations 11  | is: --iterations=11 is more than 10",
                "1 | --iterations 0   | is: --iterations=0 is less than 1",
                "2 | --class C        | is: class C on npes=2 needs a symmetric heap of ",
                "1 | --rehearsal -1   | is: --rehearsal=-1.0 is not a number of at least 0",
                "1 | --rehearsal NaN  | is: --rehearsal=NaN is not a number of at least 0",
                "2 | --reduction rsg  | InvalidArguments: is: --reduction, algorithm 'rsg' of REDUCE is unknown; use one of auto, flat, ",
                "1 | --warmup -1      | is: --warmup=-1 is negative",
                "1 | --clas S         | is: unknown option --clas; use --class",
                "2 | --class Q        | is: --class 'Q' is unknown",
                "1 | --class D        | is: class D on npes=1 is 2147483648 keys a PE, more than an array holds; use at least 4 PEs",
            })
    void wrongArgumentIsRefusedInOneLine(int npes, String args, String text) {
        KernelRuns.assertRefused(npes, Is::new, args.strip(), text);
    }
}
