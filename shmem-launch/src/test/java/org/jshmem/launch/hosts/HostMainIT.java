// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.Library;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.program.PeProgram;
import org.jshmem.runtime.Settings;
import org.jshmem.shm.JobFile;
import org.jshmem.ucx.Hosts;
import org.jshmem.ucx.Wiring;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The launcher's process on a host, with a launcher that does what the real one never does.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostMainIT {
    private static final int PES = 16;

    private Process process;
    private Frames.Writer commands;
    private Frames.Reader answers;

    /// Of the build, which other users can read.
    private static String classPath() throws IOException {
        Path oshrun = Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun");
        Process process = new ProcessBuilder(oshrun.toString(), "classpath").start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static List<String> command() throws IOException {
        List<String> command = PeCommand.ofLauncher(new Library(HostMain.class, classPath()), HostMain.class);
        command.add("tcp");
        return command;
    }

    /// Starts it by this command, and reads its greeting.
    private void start(String... before) throws IOException {
        List<String> command = new ArrayList<>(List.of(before));
        command.addAll(command());
        process = new ProcessBuilder(command).start();
        commands = new Frames.Writer(process.getOutputStream());
        answers = new Frames.Reader(process.getInputStream());
        assertTrue(answers.greeted());
        assertInstanceOf(Frame.Hello.class, answers.next());
    }

    /// What it has written to standard error, once it has ended.
    private String errors() {
        try {
            return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() {
        if (process != null) process.destroyForcibly();
    }

    /// The launcher prints what a host writes to standard error.
    @Test
    void whatItDiesOfIsPrinted() throws Exception {
        start();
        commands.send(new Frame.Lost(3, "a frame for launchers"));
        String errors = errors();
        assertTrue(errors.contains("the launcher sent Lost[host=3, why=a frame for launchers]"), errors);
        assertEquals(1, process.waitFor());
    }

    /// A process that could be made, but not the threads that forward what it writes, is not left alone. Each start is
    /// answered, and each process that has started ends.
    @Test
    void aHostShortOfThreadsAnswersEachStart() throws Exception {
        String user = Long.toString(100_000 + ProcessHandle.current().pid());
        String[] other = {"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "env", "HOME=/nonexistent"
        };
        assumeTrue(System.getProperty("user.name").equals("root"), "needs root, to be another user");
        start(other);
        setUp(300_000_000_000L, 0);
        assertTrue(starts(0), "nothing is short yet"); // it has all threads now that it keeps
        int threads = new File("/proc/" + process.pid() + "/task").list().length;
        int refused = 0;
        for (int pe = 1; pe < PES; pe++) {
            limit(other, threads + pe - 8); // from too few, also where some threads have ended, to enough
            if (!starts(pe)) refused++;
        }
        assertTrue(refused > 0, "the limit was never met");
    }

    /// Signs of life of the launcher wait behind a frame that takes long, such as the one that collects a trace.
    @Test
    void aFrameThatTakesLongerThanTheHostTimeoutIsNotTheSilenceOfTheLauncher() throws Exception {
        start();
        setUp(1_000_000_000, 1 << 20);
        var start = new PeStart(0, 1, PES, 0, CoreBinding.parse(null, false), List.of("/bin/sleep", "60"), Map.of());
        commands.send(Frame.Start.of(List.of(start)));
        Thread alive = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    commands.send(new Frame.Alive());
                    Thread.sleep(50);
                }
            } catch (InterruptedException | UncheckedIOException e) {
                // the end of the test, or of the process
            }
        });
        assertEquals("", assertInstanceOf(Frame.Started.class, next()).refusal());
        commands.send(new Frame.Collect()); // waits for 2 s for the end of a PE
        Frame frame = next();
        while (!(frame instanceof Frame.Collected)) frame = next();
        alive.interrupt();
    }

    /// Sets up a job of one host, which gives up a launcher after this time.
    private void setUp(long silenceNanos, long traceBytes) throws IOException {
        var one = new Hosts.Host("a", 2, new byte[0]);
        int[] own = new int[PES];
        var wiring = Wiring.sockets(WireChoice.ports("tcp"), false);
        String hosts = new Hosts(1, 2, 60_000_000_000L, wiring, List.of(one), own, own).text();
        commands.send(new Frame.SetUp(
                Settings.shape(PES, 1 << 20, 0),
                Path.of("/dev/shm"),
                hosts,
                0,
                InetAddress.getLoopbackAddress(),
                silenceNanos,
                traceBytes,
                ProgramFiles.of(new PeProgram("Main", List.of()), Path.of("/"))));
        assertEquals("", assertInstanceOf(Frame.Ready.class, next()).refusal());
        commands.send(new Frame.AllHosts(hosts));
    }

    /// In a job of many PEs the room of a stream is small. Bytes that the launcher has read and not yet given back do
    /// not keep the rest from coming.
    @Test
    void aLongOutputAfterAShortOneArrivesInAJobOfManyPes() throws Exception {
        int half = JobFile.MOST_PES / 2; // so that three quarters of a window are less than the largest piece
        int npes = 2 * half;
        int window = Frames.window(npes);
        int few = window / 8;
        List<String> command = command();
        var none = new RemoteHostTest.Deaf();
        try (var host = new RemoteHost("a", "env", new ProcessBuilder(command), window, System.err::println, none)) {
            assertTrue(host.hello().cores() > 0);
            int[] hostOf = new int[npes];
            Arrays.fill(hostOf, half, npes, 1);
            var wiring = Wiring.sockets(WireChoice.ports("tcp"), false);
            Function<byte[], String> hosts = address -> {
                List<Hosts.Host> list = List.of(new Hosts.Host("a", 2, address), new Hosts.Host("b", 2, address));
                return new Hosts(1, 2, 60_000_000_000L, wiring, list, hostOf, new int[npes]).text();
            };
            host.send(new Frame.SetUp(
                    Settings.shape(npes, 1 << 20, 0),
                    Path.of("/dev/shm"),
                    hosts.apply(new byte[0]),
                    0,
                    InetAddress.getLoopbackAddress(),
                    300_000_000_000L,
                    0,
                    ProgramFiles.of(new PeProgram("Main", List.of()), Path.of("/"))));
            host.send(new Frame.AllHosts(hosts.apply(host.address())));
            List<String> pe =
                    List.of("sh", "-c", "head -c %d /dev/zero; read go; head -c %d /dev/zero".formatted(few, window));
            host.start(List.of(new PeStart(0, 1, npes, 0, CoreBinding.parse(null, false), pe, Map.of())));
            InputStream output = host.started(0).output();
            for (int k = 0; k < few; k++) assertEquals(0, output.read());
            host.send(new Frame.Input(new byte[] {'\n'}));
            assertEquals(window, output.readAllBytes().length);
        }
    }

    /// Starts a PE, which ends by itself; false where that is refused.
    private boolean starts(int pe) throws IOException {
        var start = new PeStart(pe, 1, PES, pe, CoreBinding.parse(null, false), List.of("/bin/true"), Map.of());
        commands.send(Frame.Start.of(List.of(start)));
        Frame frame = next();
        while (!(frame instanceof Frame.Started)) frame = next();
        if (!((Frame.Started) frame).refusal().isEmpty()) return false;
        while (!(frame instanceof Frame.Ended)) frame = next();
        assertEquals(pe, ((Frame.Ended) frame).pe());
        return true;
    }

    /// Sets the soft limit, which may be raised again, as the user whose it is.
    private void limit(String[] user, int processes) throws Exception {
        List<String> command = new ArrayList<>(List.of(user));
        command.addAll(List.of("prlimit", "--pid", Long.toString(process.pid()), "--nproc=" + processes + ":"));
        Process limiting = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(limiting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, limiting.waitFor(), said);
    }

    /// The next frame that is not about what the control words are.
    private Frame next() throws IOException {
        while (true) {
            Frame frame = answers.next();
            assertNotNull(frame, this::errors);
            boolean other = frame instanceof Frame.Slot || frame instanceof Frame.Piece || frame instanceof Frame.Alive;
            if (!other) return frame;
        }
    }
}
