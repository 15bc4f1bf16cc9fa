// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// The ported programs below examples/: each verifies its result wherever it runs, has no race, and refuses the
/// result once its data are harmed.
@Timeout(1200)
class ExamplesIT {
    private static final Path EXAMPLES = Ended.ROOT.resolve("examples");
    private static final String PASSED =
            "(?s).*(Solution validates|found 0 errors in \\d+ locations \\(passed\\)|Verification passed).*";

    /// Each on one or two of the four numbers of PEs. On 8 PEs the second weak line of Isx has buckets of two keys:
    /// four full, one with one key, three empty.
    @ParameterizedTest
    @Tag("long")
    @SampledRows("""
            benchmarks/Stencil.java 3 61
            benchmarks/Transpose.java 3 72 10
            benchmarks/SynchP2p.java 3 41 30
            benchmarks/Gups.java 12
            Bale.java 5000 100
            benchmarks/Isx.java weak_iso 5000 2
            benchmarks/Isx.java weak 10000 1 9
            Heat2d.java 61 40 1
            Bfs.java 9
            KMeans.java 2000
            NBody.java 40 20
            llama/Llama.java 5 2 64
            TwoShot.java
            Experts.java
            Pipeline.java
            """)
    void verifiesOnAnyNumberOfPes(String example) throws Exception {
        List<String> pes = List.of("-np 1", "-np 2", "-np 8 --jvms 2", "-np 3 --jvms 1");
        for (String options : Samples.third(pes)) assertPasses(options, example);
    }

    @ParameterizedTest
    @SampledRows("""
            benchmarks/Stencil.java 3 30
            benchmarks/Gups.java 10
            benchmarks/Isx.java weak_iso 500 2
            benchmarks/Transpose.java 3 24 5
            benchmarks/SynchP2p.java 3 20 9
            Bale.java 100 20
            benchmarks/Isx.java strong 1000 1 4096
            benchmarks/Isx.java weak 500 1 4096
            Heat2d.java 20 9 1
            Bfs.java 5
            KMeans.java 500
            NBody.java 12 6
            TwoShot.java
            Experts.java
            Pipeline.java
            """)
    void theSimulatorFindsNoRaceAndNoMissingFence(String example) throws Exception {
        assertPasses("-np 4 --machine knc --races --late-puts", example);
    }

    private static void assertPasses(String options, String example) throws Exception {
        String text = run(options + " " + EXAMPLES.resolve(example), 0);
        assertTrue(text.matches(PASSED), text);
    }

    /// What a run with this status prints.
    private static String run(String line, int status) throws Exception {
        return Ended.oshrun("--timeout 120s " + line).with(status).text();
    }

    @ParameterizedTest
    @SampledRows("""
            benchmarks/Stencil.java 3 61 | halo.putSignal( | edge[grid / 4] += 1; halo.putSignal( | L1 norm =
            benchmarks/Transpose.java 3 72 | inbox.putSignal( | turned[0] += 1; inbox.putSignal( | aggregate error
            benchmarks/SynchP2p.java 3 41 30 | send(j, grid[j][width] | send(j, 1 + grid[j][width] | checksum
            benchmarks/Gups.java 12 | long wrong = sh | update(first, last - 999); long wrong = sh | words are wrong
            Bale.java 500 | box.end(); | box.send(0, 0); box.end(); | adds and messages differ by 2 counts
            Bale.java 500 | table.get(m.word(1))) | table.get(m.word(1)) + 1) | read 0 gave
            benchmarks/Isx.java weak_iso 500 | int[] mine = r | bucket.set(0, -1); int[] mine = r | key -1 is not in the bucket of PE
            benchmarks/Isx.java weak_iso 500 | count(here, sh | counts[0]--; count(here, sh | keys counted of
            Heat2d.java 20 9 0 | to.putSignal(0, to, cell(rows, 0) | to.putSignal(0, to, cell(1, 0) | from the exact solution
            Bfs.java 6 | box.send(v % pes, v, u); | ; | no edge leads to the parent
            KMeans.java 500 | sums[3 * k + 2]++ | sums[3 * k + 2] += 2 | no centre is within 0.3 of
            NBody.java 12 60 | force[i] += pull * dx | force[i] += 2 * pull * dx | the energy changed by
            llama/Llama.java 5 2 64 | sum(team, forward); | ; | from the same layer on one PE
            TwoShot.java | sum[i] += part[i] | sum[i] += part[i] + 1 | element 0 is 3.0 and not 1.0
            Experts.java | parcel[0]; k++) sent | parcel[0] - 1; k++) sent | the experts computed
            Pipeline.java | x[i] += me + 1; | x[i] += me; | batch 0 ends as 1.0
            """)
    @Tag("long")
    void harmedDataAreRefused(String example, String text, String harm, String refusal, @TempDir Path folder)
            throws Exception {
        String name = example.split(" ")[0];
        String source = Files.readString(EXAMPLES.resolve(name));
        assertEquals(1, source.split(Pattern.quote(text), -1).length - 1, text);
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), source.replace(text, harm));
        Files.copy(EXAMPLES.resolve("Picture.java"), folder.resolve("Picture.java"));
        String said = run("-np 2 " + folder.resolve(example), 1);
        assertTrue(said.contains(refusal) && !said.matches(PASSED), said);
    }

    @ParameterizedTest
    @SampledRows("""
            4 benchmarks/Transpose.java 3 99 | a matrix of order 99 cannot be divided among 4 PEs; the nearest order is 100
            2 benchmarks/Isx.java huge | scaling 'huge' is unknown; use one of strong, weak, weak_iso
            2 benchmarks/Stencil.java 3 4 | a grid of 4 x 4 on 2 PEs has strips smaller than the radius 2; use a grid of at least 5
            2 benchmarks/SynchP2p.java 1 2 9 | a grid of 2 x 9 on 2 PEs is too small; use at least 3 columns and 2 rows
            2 benchmarks/Gups.java 9 | a table of 2^9 words is not supported; the nearest is 2^10
            2 Bale.java 9 0 | 0 elements; use at least 1
            3 benchmarks/Transpose.java 3 2147483647 | cannot be divided among 3 PEs; the nearest order is 2147483646
            2 benchmarks/Isx.java weak 1e6 | For input string: "1e6"
            2 benchmarks/Litmus.java 0 | 0 rounds; use at least 1
            2 benchmarks/Litmus.java 1 10 | case 10; use 1 to 9, or none for all
            3 Heat2d.java 2 | 2 rows for 3 PEs; use at least one row a PE
            2 Bfs.java 27 | scale 27; use 2 to 26
            2 KMeans.java 5 | 5 points; use at least 6 on each PE
            3 NBody.java 2 | 2 bodies for 3 PEs; use at least one a PE
            2 llama/Llama.java 5 2 60 | width 60; use a multiple of 64, and at least 1 token and 1 layer
            """)
    @Tag("long")
    void wrongSizesAreRefused(String line, String refusal) throws Exception {
        String[] parts = line.split(" ", 2);
        String text = run("-np " + parts[0] + " " + EXAMPLES.resolve(parts[1]), 1);
        assertTrue(text.contains(refusal), text);
    }
}
