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

    @Test
    void linesStayWholeAndAreTagged() throws Exception {
        var streams = new PeStreams(out, err, true, NEVER);
        write(streams, 1, streams.out, "one ");
        write(streams, 2, streams.out, "two ");
        write(streams, 1, streams.err, "error\n");
        write(streams, 1, streams.out, "of 1\nmore of 1\n");
        write(streams, 2, streams.out, "of 2\nno end");
        pe(streams, 2, streams::end);
        assertEquals("[PE 1] one of 1\n[PE 1] more of 1\n[PE 2] two of 2\n[PE 2] no end\n", out.toString());
        assertEquals("[PE 1 err] error\n", err.toString());
    }

    @Test
    void aPeInTheMiddleOfALineHoldsBackTheOthersUntilItsRestComes() throws Exception {
        var streams = new PeStreams(out, err, true, NEVER);
        write(streams, 1, streams.out, "one ");
        pe(streams, 1, streams.out::flush);
        write(streams, 2, streams.out, "two\nno ");
        assertEquals("[PE 1] one ", out.toString());
        write(streams, 1, streams.out, "end\n");
        write(streams, 2, streams.out, "end\n");
        assertEquals("[PE 1] one end\n[PE 2] two\n[PE 2] no end\n", out.toString());
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

    @Test
    void theEndOfAPeEndsItsLine() throws Exception {
        var streams = new PeStreams(out, err, false, NEVER);
        write(streams, 1, streams.out, "one ");
        pe(streams, 1, streams.out::flush);
        write(streams, 2, streams.out, "two");
        pe(streams, 2, streams::end);
        pe(streams, 3, streams::end);
        write(streams, 1, streams.out, "more");
        streams.endAll();
        assertEquals("one \ntwo\nmore\n", out.toString());
    }

    @Test
    void aThreadThatAPeHasLeftBehindStillWrites() throws Exception {
        var streams = new PeStreams(out, err, false, NEVER);
        write(streams, 1, streams.out, "done\n");
        pe(streams, 1, streams::end);
        write(streams, 1, streams.out, "late\nno end");
        streams.endAll();
        assertEquals("done\nlate\nno end\n", out.toString());
    }
}
