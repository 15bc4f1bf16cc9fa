// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.contract.Ended;
import org.jshmem.shm.RemoteLayer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Two hosts for each test of a class that registers them: network namespaces with a cable between them. `mpirun`
/// starts processes on them by the script `on-host`.
final class TwoHosts implements BeforeEachCallback, AfterEachCallback {
    private static final Pattern HANGS = Pattern.compile("PE (\\d) waits for ever, a child of (\\d+)");

    private static final AtomicInteger MADE = new AtomicInteger();

    private final String number = ProcessHandle.current().pid() % 10_000 + "n" + MADE.incrementAndGet();

    /// Their names.
    final String a = "jsa" + number;

    final String b = "jsb" + number;

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        assumeTrue(isPossible(), "needs mpirun and UCX, and root");
        assumeTrue(ip("netns", "add", a) && ip("netns", "add", b), "needs network namespaces");
        assertTrue(ip("link", "add", a, "netns", a, "type", "veth", "peer", "name", b, "netns", b));
        int k = 1;
        for (String host : List.of(a, b)) {
            assertTrue(ip("-n", host, "addr", "add", "10.79.0." + k++ + "/24", "dev", host));
            assertTrue(ip("-n", host, "link", "set", "lo", "up"));
            assertTrue(ip("-n", host, "link", "set", host, "up"));
        }
        for (String host : List.of(a, b)) assertTrue(carries(host), host);
    }

    /// Whether jobs on several hosts can run here.
    static boolean isPossible() {
        return Launch.shell("command -v mpirun").run().status() == 0
                && RemoteLayer.find().missing() == null
                && System.getProperty("user.name").equals("root");
    }

    /// Sets the variables by which `mpirun` reaches any host on this machine.
    static Map<String, String> variables() {
        return Map.of(
                Launch.MPIRUN_FOLDER,
                Launch.folderOfMpirun(),
                "OMPI_MCA_plm_rsh_agent",
                Launch.root().resolve("shmem-launch/src/test/scripts/on-host").toString(),
                "OMPI_ALLOW_RUN_AS_ROOT",
                "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                "1",
                "OMPI_MCA_rtc_hwloc_vmhole",
                "none"); // its daemons map a topology over their own stack
    }

    /// A link that was made this moment carries nothing yet.
    private static boolean carries(String host) throws Exception {
        List<String> show = List.of("ip", "-n", host, "link", "show", "dev", host, "up");
        for (int tries = 0; tries < 1200; tries++) {
            if (Ended.of(show).out().contains("state UP")) return true;
            Thread.sleep(50);
        }
        return false;
    }

    @Override
    public void afterEach(ExtensionContext test) throws Exception {
        ip("netns", "del", a);
        ip("netns", "del", b);
    }

    /// Runs `ip`; false where it fails or there is none.
    static boolean ip(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        try {
            return Ended.of(command).status() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /// The value of `--hosts` for `onA` and `onB` PEs.
    String with(int onA, int onB) {
        return a + ":" + onA + "," + b + ":" + onB;
    }

    /// A launcher on the first host. It ends after a time in which none of these jobs is on its way any more, with a
    /// report of where each PE is.
    ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", a, "unshare", "--uts"));
        command.addAll(List.of("sh", "-c", "hostname " + a + "; exec \"$@\"", "sh"));
        command.add(Launch.root().resolve("bin/oshrun").toString());
        command.addAll(List.of("--time-limit", "500s", "-cp", Launch.classPath()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(variables());
        return builder;
    }

    /// A launcher of a job with `onA` and `onB` PEs; `options` are words of its command line.
    ProcessBuilder builder(int onA, int onB, String options, Class<?> program, Object... arguments) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(onA + onB), "--hosts", with(onA, onB)));
        if (!options.isEmpty()) words.addAll(List.of(options.split(" ")));
        words.add(program.getName());
        for (Object argument : arguments) words.add(argument.toString());
        return builder(words.toArray(String[]::new));
    }

    Process start(int onA, int onB, String options, Class<?> program, Object... arguments) throws IOException {
        return builder(onA, onB, options, program, arguments)
                .redirectErrorStream(true)
                .start();
    }

    Ended run(int onA, int onB, String options, Class<?> program, Object... arguments) throws Exception {
        return end(start(onA, onB, options, program, arguments));
    }

    Process start(String... arguments) throws IOException {
        return builder(arguments).redirectErrorStream(true).start();
    }

    Ended run(String... arguments) throws Exception {
        return end(start(arguments));
    }

    /// Reads what is left of its output, and waits for its end.
    static Ended end(Process process) throws Exception {
        return end(process, "");
    }

    /// The same after it has been given an input.
    static Ended end(Process process, String input) throws Exception {
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(input);
        }
        String text;
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            text = in.lines().collect(Collectors.joining("\n", "", "\n"));
        }
        return new Ended(process.waitFor(), text, "");
    }

    /// Reads until all four PEs of `Neighbours` are where they stay. Returns the process that started PE 2, the first
    /// of the second host.
    static ProcessHandle awaitHang(Process job) throws IOException {
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        var said = new StringBuilder();
        ProcessHandle launcher = null;
        for (int hanging = 0; hanging < 4; ) {
            String line = out.readLine();
            assertNotNull(line, said::toString);
            said.append(line).append('\n');
            Matcher hangs = HANGS.matcher(line);
            if (!hangs.matches()) continue;
            hanging++;
            if (hangs.group(1).equals("2"))
                launcher = ProcessHandle.of(Long.parseLong(hangs.group(2))).orElseThrow();
        }
        assertNotNull(launcher, said::toString);
        return launcher;
    }
}
