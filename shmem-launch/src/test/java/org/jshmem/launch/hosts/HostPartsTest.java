// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.ChunkStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostPartsTest {
    /// The launcher, which ends a job a short time after the end of its processes, has all output by then.
    @Test
    void theEndOfAProcessFollowsItsOutput() throws Exception {
        long begin = System.nanoTime(); // a time at which no patience is over
        int window = Frames.window(1);
        int rest = 20_000;
        var frames = new ChunkStream();
        var launcher = new OutputStream() {
            @Override
            public void write(int b) {
                frames.add(new byte[] {(byte) b});
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                frames.add(Arrays.copyOfRange(bytes, from, from + count));
            }
        };
        var parts = new HostParts(new Frames.Writer(launcher), null, Path.of("/nonexistent"), 1, Map.of(), () -> {});
        List<String> pe = List.of("head", "-c", Integer.toString(window + rest), "/dev/zero");
        parts.start(List.of(new PeStart(1, 1, 2, 0, CoreBinding.parse(null, false), pe, Map.of())));
        var in = new Frames.Reader(frames);
        assertInstanceOf(Frame.Started.class, in.next());
        ChildProcess process = parts.find(1).orElseThrow();
        while (process.await(1000) == ChildProcess.RUNS) continue;
        parts.sendEnds(begin);
        parts.taken(new Frame.OutputTaken(1, false, window));
        int sent = 0;
        while (sent < window + rest) {
            sent += assertInstanceOf(Frame.Output.class, in.next()).bytes().length;
        }
        assertEquals(window + rest, sent);
        Frame frame = in.next();
        while (frame instanceof Frame.Output is && is.bytes().length == 0) { // the ends of both streams
            parts.sendEnds(begin);
            frame = in.next();
        }
        assertEquals(new Frame.Ended(1, 0), frame);
    }
}
