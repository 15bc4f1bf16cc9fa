// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// PEs of one JVM that write by turns, in the middle of lines.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeStreamsTest {
    private static final long NEVER = Long.MAX_VALUE; // a machine may stop a test for seconds

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /// The threads of PEs.
    private final Map<Integer, ExecutorService> threads = new HashMap<>();

    @AfterEach
    void end() {
        threads.values().forEach(ExecutorService::shutdown);
    }

    /// A step of a PE.
    private interface Step {
        void run() throws IOException;
    }

    private void pe(PeStreams streams, int pe, Step step) throws Exception {
        Callable<Void> call = () -> {
            step.run();
            return null;
        };
        if (!threads.containsKey(pe)) {
            threads.put(pe, Executors.newSingleThreadExecutor());
            threads.get(pe).submit(() -> streams.become(pe)).get();
        }
        threads.get(pe).submit(call).get();
    }

    private void write(PeStreams streams, int pe, OutputStream to, String text) throws Exception {
        pe(streams, pe, () -> to.write(text.getBytes()));
    }

    /// Steps: a PE writes a text to its output or, after `!`, to its errors; `~` flushes its output, and
    /// `.` ends its lines, or those of all PEs. A slash is the end of a line, and `_` a space.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | 1one_ 2two_ 1!error/ 1of_1/more_of_1/ 2of_2/no_end 2. | [PE 1] one of 1/[PE 1] more of 1/[PE 2] two of 2/[PE 2] no end/ | [PE 1 err] error/
            true  | 1one_ 1~ 2two/no_ 1end/ 2end/                         | [PE 1] one end/[PE 2] two/[PE 2] no end/                       | ''
            false | 1one_ 1~ 2two 2. 3. 1more .                           | one /two/more/                                                 | ''
            false | 1done/ 1. 1late/no_end .                              | done/late/no end/                                              | ''
            """)
    void linesOfPesStayWhole(boolean tagged, String steps, String output, String errors) throws Exception {
        var streams = new PeStreams(out, err, tagged, NEVER);
        for (String step : steps.split(" ")) {
            int pe = step.charAt(0) - '0';
            String text = step.substring(1).replace('_', ' ').replace('/', '\n');
            if (step.equals(".")) streams.endAll();
            else if (text.equals(".")) pe(streams, pe, streams::end);
            else if (text.equals("~")) pe(streams, pe, streams.out::flush);
            else write(streams, pe, text.startsWith("!") ? streams.err : streams.out, text.replace("!", ""));
        }
        assertEquals(output.replace('/', '\n'), out.toString());
        assertEquals(errors.replace('/', '\n'), err.toString());
    }

    @Test
    void aLineThatIsNotFinishedIsGivenUp() throws Exception {
        var streams = new PeStreams(out, err, false, 50_000_000);
        write(streams, 1, streams.out, "name? ");
        while (out.size() == 0) Thread.sleep(10);
        write(streams, 2, streams.out, "two\n");
        while (!out.toString().equals("name? \ntwo\n")) Thread.sleep(10);
        write(streams, 1, streams.out, "Bob\n");
        assertEquals("name? \ntwo\nBob\n", out.toString());
    }
}
