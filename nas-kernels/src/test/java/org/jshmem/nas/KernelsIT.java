// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The kernels as users start them: as processes, as threads and in the simulator.
@Timeout(1200)
class KernelsIT {
    private static final Pattern VERIFIED = Pattern.compile("Verified by +=(.*)");

    @TempDir
    Path folder;

    private static Ended run(String line) throws Exception {
        return Ended.oshrun("--timeout 120s " + line);
    }

    private static String verified(String line) throws Exception {
        String text = run(line).with(0).text();
        assertTrue(text.contains("SUCCESSFUL"), text);
        Matcher matcher = VERIFIED.matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1).strip();
    }

    @ParameterizedTest
    @SampledRows("is 1\nis 4\nsp 1\nsp 7\ncg 6\nep 3\nft 4\nmg 4")
    @Tag(Samples.TAG)
    void processesThreadsAndSimulatorFindTheSame(String kernelAndPes) throws Exception {
        String kernel = kernelAndPes.substring(0, 2);
        String npes = "-np " + kernelAndPes.substring(3);
        Path times = folder.resolve("times.jsonl");
        String job = " " + kernel + " --warmup 0";
        String processes = verified(npes + job + " --record " + times);
        Result row = Results.read(times).getFirst();
        assertEquals(
                List.of(kernel, "class S --warmup 0"),
                List.of(row.row().benchmark(), row.row().variant()));
        assertEquals("successful", row.extra().get("verification"));
        if (Samples.of(false, true)) assertEquals(processes, verified(npes + " --threads" + job));
        assertEquals(processes, verified(npes + " --machine knc" + job + " --access putget"));
    }

    /// Half an hour of a large class is not lost for a file that cannot be written.
    @Test
    void aFileThatCannotBeWrittenIsRefusedBeforeTheRun() throws Exception {
        Path file = folder.resolve("no/times.jsonl");
        String text = run("-np 2 is --record " + file).with(2).text();
        assertTrue(text.contains("is: --record " + file + " cannot be written; name a file that can"), text);
        assertFalse(text.contains("Benchmark Completed"), text);
    }

    @ParameterizedTest
    @Tag("long")
    @SampledRows("""
            2 is --access putget
            8 is --access ptr
            4 sp --access ptr
            7 sp --access putget
            2 cg --access ptr
            2 ep --access ptr
            2 mg --access ptr
            2 ft --access ptr
            """)
    void classWIsRightOnProcesses(String line) throws Exception {
        verified("-np " + line + " --class W --rehearsal 2");
    }

    /// The published values of class A, whose sizes are others than those of S in each dimension.
    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(strings = {"is", "sp", "cg", "ep", "ft", "mg"})
    void classAIsRightOnProcesses(String kernel) throws Exception {
        verified("-np 4 --jvms 4 " + kernel + " --class A");
    }

    @Test
    @Tag("long")
    void rehearsalIsSaidAndThereIsNoneOnASimulatedMachine() throws Exception {
        String said = "Rehearsal before   = ";
        String real = run("-np 2 is --rehearsal 10").text();
        assertTrue(real.contains(said) && real.contains(" s, compiler "), real);
        String none = said + " ".repeat(20) + "none";
        String bare = run("-np 2 is").text();
        assertTrue(bare.contains(none), bare);
        String simulated = run("-np 2 --machine knc is --rehearsal 10").text();
        assertTrue(simulated.contains(none), simulated);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 --jvms 3 is | is: npes=3 does not divide the 512 buckets of keys of class S; use 2 PEs, or another power of two up to 512; 'oshrun is --help' lists all options
            2 --jvms 2 is --class Q | is: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun is --help' lists all options
            2 --hosts a:1,b:1 is -c Q | is: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun is --help' lists all options
            """)
    void wrongArgumentIsSaidOnceInOneLine(String args, String said) throws Exception {
        String text = run("-np " + args).with(2).text();
        assertTrue(text.startsWith(said + "\n"), text);
        assertEquals(text.indexOf(said), text.lastIndexOf(said), "by one PE");
        assertFalse(text.contains("\tat "), text);
    }

    @ParameterizedTest
    @Tag(Samples.TAG)
    @SampledRows("is\nsp\ncg\nft\nmg")
    void verifiesBetweenTwoHosts(String kernel) throws Exception {
        Ended outcome = run("-np 4 --hosts a:2,b:2 " + kernel + " -c S");
        assumeFalse(outcome.text().contains("libucx0"), "needs mpirun and UCX");
        assertTrue(outcome.with(0).text().contains("SUCCESSFUL"), outcome.text());
    }
}
