// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// PEs of one JVM that write by turns, in the middle of lines.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeStreamsTest {
    private static final long NEVER = Long.MAX_VALUE; // a machine may stop a test for seconds

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static void write(PeStreams streams, int pe, OutputStream to, String text) throws IOException {
        streams.become(pe);
        to.write(text.getBytes());
    }

    @Test
    void linesStayWholeAndAreTagged() throws IOException {
        var streams = new PeStreams(out, err, true, NEVER);
        write(streams, 1, streams.out, "one ");
        write(streams, 2, streams.out, "two ");
        write(streams, 1, streams.err, "error\n");
        write(streams, 1, streams.out, "of 1\nmore of 1\n");
        write(streams, 2, streams.out, "of 2\nno end");
        streams.end(2);
        assertEquals("[PE 1] one of 1\n[PE 1] more of 1\n[PE 2] two of 2\n[PE 2] no end\n", out.toString());
        assertEquals("[PE 1 err] error\n", err.toString());
    }

    @Test
    void aPeInTheMiddleOfALineHoldsBackTheOthersUntilItsRestComes() throws IOException {
        var streams = new PeStreams(out, err, true, NEVER);
        write(streams, 1, streams.out, "one ");
        streams.out.flush();
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
    void theEndOfAPeEndsItsLine() throws IOException {
        var streams = new PeStreams(out, err, false, NEVER);
        write(streams, 1, streams.out, "one ");
        streams.out.flush();
        write(streams, 2, streams.out, "two");
        streams.end(2);
        streams.end(3);
        write(streams, 1, streams.out, "more");
        streams.end();
        assertEquals("one \ntwo\nmore\n", out.toString());
    }

    @Test
    void aThreadThatAPeHasLeftBehindStillWrites() throws IOException {
        var streams = new PeStreams(out, err, false, NEVER);
        write(streams, 1, streams.out, "done\n");
        streams.end(1);
        write(streams, 1, streams.out, "late\nno end");
        streams.end();
        assertEquals("done\nlate\nno end\n", out.toString());
    }
}
