// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.JobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteHostTest {
    static final class Deaf implements RemoteHost.Listener {
        @Override
        public void received(Frame frame) {}

        @Override
        public void lost(RemoteHost host, String why) {}
    }

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    private RemoteHost host(String... command) throws IOException {
        return host(new Deaf(), command);
    }

    private RemoteHost host(RemoteHost.Listener listener, String... command) throws IOException {
        return new RemoteHost("a", "ssh a", new ProcessBuilder(command), 1 << 14, said::add, listener);
    }

    @Test
    void aHostThatEndsBeforeItAnswersIsRefusedInOneLineWithItsOwnWords() throws IOException {
        try (RemoteHost host =
                host("sh", "-c", "echo WARNING: Using incubator modules >&2; echo no route >&2; echo lost >&2")) {
            assertEquals(
                    "host a: 'ssh a' ended before the job began: no route / lost; try it by hand, and see whether"
                            + " jshmem is in the same folder there",
                    assertThrows(Refused.class, host::hello).getMessage());
        }
        assertEquals(List.of(), said, "the refusal is all");
    }

    /// A banner comes first, the reason last.
    @Test
    void theReasonBehindABannerIsKept() throws IOException {
        try (RemoteHost host = host("sh", "-c", "seq 12 >&2; echo Permission denied >&2")) {
            String why = assertThrows(Refused.class, host::hello).getMessage();
            assertTrue(why.contains("began: 6 / 7 / 8 / 9 / 10 / 11 / 12 / Permission denied; try"), why);
        }
    }

    @Test
    void aHostThatEndsWithoutAWordIsRefusedToo() throws IOException {
        try (RemoteHost host = host("false")) {
            String why = assertThrows(Refused.class, host::hello).getMessage();
            assertTrue(why.startsWith("host a: 'ssh a' ended before the job began; try it by hand"), why);
        }
    }

    /// Another host cannot reach it, and its process has ended; a child of the process keeps its output open.
    @Test
    void aHostWhoseProcessHasEndedIsLostForThatReason(@TempDir Path folder) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(Frames.GREETING.getBytes());
        new Frames.Writer(bytes).send(new Frame.Hello(Map.of(), 1, "", "", new Interfaces("", List.of())));
        Path hello = Files.write(folder.resolve("hello"), bytes.toByteArray());
        var lost = new ArrayList<String>();
        var listener = new RemoteHost.Listener() {
            @Override
            public void received(Frame frame) {}

            @Override
            public void lost(RemoteHost host, String why) {
                lost.add(why);
            }
        };
        try (RemoteHost host = host(listener, "sh", "-c", "cat " + hello + "; sleep 3 & exit 3")) {
            host.hello();
            host.unreachable("it does not answer host b");
            assertEquals(List.of("'ssh a' ended with status 3"), lost);
        }
    }

    /// A child of its process keeps its output open and sends later: the launcher's memory for frames is gone by then.
    @Test
    void noFrameIsHandledAfterTheClose(@TempDir Path folder) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var frames = new Frames.Writer(bytes);
        bytes.writeBytes(Frames.GREETING.getBytes());
        frames.send(new Frame.Hello(Map.of(), 1, "", "", new Interfaces("", List.of())));
        Path hello = Files.write(folder.resolve("hello"), bytes.toByteArray());
        bytes.reset();
        frames.send(new Frame.Alive());
        Path late = Files.write(folder.resolve("late"), bytes.toByteArray());
        Path go = folder.resolve("go");
        Path sent = folder.resolve("sent");
        String child =
                "(while [ ! -e %s ]; do sleep 0.1; done; cat %s; touch %s; exec sleep 600) &".formatted(go, late, sent);
        var received = Collections.synchronizedList(new ArrayList<Frame>());
        var listener = new RemoteHost.Listener() {
            @Override
            public void received(Frame frame) {
                received.add(frame);
            }

            @Override
            public void lost(RemoteHost host, String why) {}
        };
        RemoteHost host = host(listener, "sh", "-c", "cat " + hello + "; " + child + " echo $! >&2; read end");
        host.hello();
        while (said.isEmpty()) Thread.sleep(10);
        host.close();
        Files.createFile(go);
        while (!Files.exists(sent)) Thread.sleep(10);
        Thread.sleep(500); // in which a thread that reads would have handled it
        assertEquals(List.of(), received);
        String pid = said.getFirst().replaceAll("\\D", "");
        new ProcessBuilder("kill", "-9", pid).start().waitFor();
    }

    /// The thread that watches all hosts sends to each of them.
    @Test
    void aHostThatDoesNotReadHoldsUpNoSender() throws IOException {
        try (RemoteHost host = host("sleep", "600")) {
            for (int k = 0; k < 64; k++) host.send(new Frame.Input(new byte[1 << 16]));
        }
    }

    /// As for hosts behind a network that has stopped.
    @Test
    void hostsThatDoNotEndAreAllGivenUpTogether() throws IOException {
        int count = 60;
        List<String> names = IntStream.range(0, count).mapToObj(h -> "h" + h).toList();
        var launch = new LaunchCommand("sh -c '[ {host} = h0 ] || exec sleep 600'", Map.of(), List.of("true"));
        var shape = Settings.shape(count, 1 << 20, 0);
        long start;
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, 1, new int[0]);
                var run = new HostsRun(
                        new Placing(names, IntStream.range(0, count).toArray()), file, 2_000_000_000L, said::add)) {
            assertThrows(Refused.class, () -> run.meet(launch, "tcp"));
            start = System.nanoTime();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        assertTrue(seconds < 6, () -> "%d hosts have taken %.1f s".formatted(count, seconds));
    }

    /// Where a reader stalls, the windows of all PEs fit into the launcher's memory, for any number of PEs.
    @Test
    void theWindowsOfAllStreamsAreBounded() {
        IntStream.rangeClosed(1, JobFile.MOST_PES_OF_HOSTS).forEach(npes -> {
            int window = Frames.window(npes);
            assertTrue(2L * window * npes <= 128 << 20, npes + " PEs");
            assertTrue(Frames.chunk(window) > 0 && Frames.chunk(window) <= window, npes + " PEs: a piece has to fit");
        });
        assertEquals(Frames.WINDOW, Frames.window(4));
    }
}
