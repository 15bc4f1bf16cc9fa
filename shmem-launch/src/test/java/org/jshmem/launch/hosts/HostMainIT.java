// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.Library;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.job.PeStart;
import org.jshmem.launch.program.PeProgram;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.Events;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;
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

    /// A thread other than the one that reads frames finds that the launcher is gone.
    @Test
    void aLauncherThatReadsNoMoreIsGone() throws Exception {
        begin(2);
        process.getInputStream().close();
        assertEquals(0, process.waitFor());
        assertEquals("", errors());
    }

    /// As behind a network that has stopped: what the PE writes fills the pipe to the launcher.
    @Test
    void aSilentLauncherThatReadsNothingIsGivenUp() throws Exception {
        begin(3_000_000_000L, 0, PES);
        commands.send(start(0, "yes"));
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it waits for its launcher");
        assertEquals("the launcher has been silent for 3 s; its PEs on this host are ended\n", errors());
    }

    /// A record that takes longer to send than the launcher may be silent.
    @Test
    void aLauncherThatTakesARecordSlowlyIsNotSilent() throws Exception {
        begin(3_000_000_000L, 4096, 64); // more than a pipe holds
        commands.send(new Frame.Collect());
        for (int k = 0; k < 12; k++) {
            Thread.sleep(500);
            commands.send(new Frame.Alive());
        }
        Frame frame = next();
        while (frame instanceof Frame.Recorded) frame = next();
        assertEquals(new Frame.Collected(""), frame);
    }

    /// The JVM prints it to the standard output of other programs, which here has frames.
    @Test
    void aThreadDumpIsNotAmongTheFrames() throws Exception {
        begin(PES);
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .start()
                .waitFor();
        try (BufferedReader errors = process.errorReader()) {
            while (!errors.readLine().startsWith("Full thread dump ")) continue;
            assertTrue(starts(0));
        }
    }

    /// A PE that is killed over its message keeps no message of another one.
    @Test
    void aMessageThatIsNeverCompleteHoldsUpNoOther() throws Exception {
        begin(PES);
        try (FileChannel file = FileChannel.open(jobFile(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            int bytes = JobLayout.EVENTS_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
            var events = file.map(FileChannel.MapMode.READ_WRITE, JobLayout.eventsOffset(PES), bytes);
            var ring = new ManyToOneRingBuffer(new UnsafeBuffer(events));
            assertTrue(ring.tryClaim(Events.FAILED, 40) > 0);
            var second = new UnsafeBuffer(new byte[Integer.BYTES + 1]);
            second.putByte(Integer.BYTES, (byte) '2');
            assertTrue(ring.write(Events.FAILED, second, 0, second.capacity()));
        }
        commands.send(start(0, "true")); // its end shows that a process may have died over a message
        Frame frame = next();
        while (!(frame instanceof Frame.Event)) frame = next();
        assertEquals(new Frame.Event(Events.FAILED, 0, "2"), frame);
    }

    /// The descriptor of the job file.
    private Path jobFile() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (Path file : files) {
                if (Files.readSymbolicLink(file).toString().matches("/dev/shm/.* \\(deleted\\)")) return file;
            }
        }
        throw new AssertionError("no job file");
    }

    /// A process that could be made, but not the threads that forward what it writes, is not left alone. Each start is
    /// answered, and each process that has started ends.
    @Test
    void aHostShortOfThreadsAnswersEachStart() throws Exception {
        String user = Long.toString(100_000 + ProcessHandle.current().pid());
        String[] other = {"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "env", "HOME=/nonexistent"
        };
        assumeTrue(System.getProperty("user.name").equals("root"), "needs root, to be another user");
        begin(PES, other);
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
        begin(1_000_000_000L, 1 << 20, PES);
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

    private void begin(int npes, String... before) throws IOException {
        begin(300_000_000_000L, 0, npes, before);
    }

    /// Starts it by this command, as the only host of a job whose launcher may be silent for so long.
    private void begin(long silenceNanos, long traceBytes, int npes, String... before) throws IOException {
        start(before);
        var shape = Settings.shape(npes, 1 << 20, 0);
        var one = new Hosts.Host("a", 2, new byte[0]);
        int[] zeros = new int[npes];
        var wiring = Wiring.sockets(WireChoice.ports("tcp"), false);
        String hosts = new Hosts(1, 2, 60_000_000_000L, wiring, List.of(one), zeros, zeros).text();
        var program = ProgramFiles.of(new PeProgram("Main", List.of()), Path.of("/"));
        InetAddress own = InetAddress.getLoopbackAddress();
        commands.send(new Frame.SetUp(shape, Path.of("/dev/shm"), hosts, 0, own, silenceNanos, traceBytes, program));
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
        commands.send(start(pe, "true"));
        Frame frame = next();
        while (!(frame instanceof Frame.Started)) frame = next();
        if (!((Frame.Started) frame).refusal().isEmpty()) return false;
        while (!(frame instanceof Frame.Ended)) frame = next();
        assertEquals(pe, ((Frame.Ended) frame).pe());
        return true;
    }

    private static Frame.Start start(int pe, String command) {
        var start = new PeStart(pe, 1, PES, pe, CoreBinding.parse(null, false), List.of(command), Map.of());
        return Frame.Start.of(List.of(start));
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
