// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Two hosts for each test of a class that registers them: network namespaces with a cable between them; where none can
/// be made, they are this host.
final class TwoHosts implements BeforeEachCallback, AfterEachCallback {
    /// A launch agent for which every host is this one.
    static final String HERE = "env JSHMEM_HOST={host}";

    private static final Pattern HANGS = Pattern.compile("PE (\\d) waits for ever, a child of (\\d+)");

    /// Their names.
    final String a = "jsa" + ProcessHandle.current().pid() % 10_000;

    final String b = "jsb" + ProcessHandle.current().pid() % 10_000;

    /// Whether they have networks of their own.
    boolean apart;

    /// What a job left: its status and all it printed.
    record Ended(int status, String text) {
        void assertStatus(int expected) {
            assertEquals(expected, status, text);
        }

        void assertHas(String part) {
            assertTrue(text.contains(part), text);
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        apart = ip("netns", "add", a) && ip("netns", "add", b);
        if (!apart) return;
        assertTrue(ip("link", "add", a, "netns", a, "type", "veth", "peer", "name", b, "netns", b));
        int k = 1;
        for (String host : List.of(a, b)) {
            assertTrue(ip("-n", host, "addr", "add", "10.79.0." + k++ + "/24", "dev", host));
            assertTrue(ip("-n", host, "link", "set", "lo", "up"));
            assertTrue(ip("-n", host, "link", "set", host, "up"));
        }
        for (String host : List.of(a, b)) assertTrue(carries(host), host);
    }

    /// A link that was made this moment carries nothing yet.
    private static boolean carries(String host) throws Exception {
        for (int tries = 0; tries < 1200; tries++) {
            Process show = new ProcessBuilder("ip", "-n", host, "link", "show", "dev", host, "up")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(show.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (text.contains("state UP")) return true;
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
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> command + " has not ended for 60 s");
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /// The value of `--hosts` for `onA` and `onB` PEs.
    String with(int onA, int onB) {
        return a + ":" + onA + "," + b + ":" + onB;
    }

    /// A launcher on these hosts.
    ProcessBuilder builder(String... arguments) {
        return over(apart ? "ip netns exec {host}" : HERE, arguments);
    }

    /// A launcher with another launch agent. It ends after a time in which none of these jobs is on its way any more,
    /// with a report of where each PE is.
    static ProcessBuilder over(String agent, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("jshmem.root"), "bin", "oshrun").toString());
        command.addAll(List.of("--time-limit", "500s", "--launch-agent", agent, "-cp", Launch.classPath()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
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
        process.getOutputStream().close();
        String text;
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            text = in.lines().collect(Collectors.joining("\n", "", "\n"));
        }
        return new Ended(process.waitFor(), text);
    }

    /// Reads until all four PEs of `Neighbours` are where they stay; the process that started PE 2, the first of the
    /// second host.
    static ProcessHandle awaitHang(Process job) throws IOException {
        return awaitHang(job, new StringBuilder());
    }

    /// The same; what was read is added to `said`.
    static ProcessHandle awaitHang(Process job, StringBuilder said) throws IOException {
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        ProcessHandle agent = null;
        for (int hanging = 0; hanging < 4; ) {
            String line = out.readLine();
            assertNotNull(line, said::toString);
            said.append(line).append('\n');
            Matcher hangs = HANGS.matcher(line);
            if (!hangs.matches()) continue;
            hanging++;
            if (hangs.group(1).equals("2"))
                agent = ProcessHandle.of(Long.parseLong(hangs.group(2))).orElseThrow();
        }
        assertNotNull(agent, said::toString);
        return agent;
    }
}
