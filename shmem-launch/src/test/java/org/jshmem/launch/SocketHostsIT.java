// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.launch.programs.Exchange;
import org.jshmem.launch.programs.Neighbours;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs on two hosts that sockets connect.
class SocketHostsIT {
    /// As long as a key of the job in hexadecimal digits.
    private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");

    /// What an agent sends to anybody: eight bytes, and a nonce of 32.
    private static final int CHALLENGE_BYTES = 40;

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /// What a stranger of either host sees of a job, and that the end of an agent is found and named.
    @Test
    void anAgentListensOnOneAddressAndPesOnNoneUntilTheHostIsLost() throws Exception {
        String options = "--jvms 2 --wire tcp -x SHMEM_DEBUG=1 -x SHMEM_INFO=1";
        Process job = hosts.start(2, 2, options, Neighbours.class, "hang");
        var said = new StringBuilder();
        ProcessHandle second = TwoHosts.awaitHang(job, said);
        assertTrue(
                said.toString().contains("oshrun: hosts are connected by TCP sockets (" + hosts.a + " at "),
                said::toString);
        assertTrue(said.toString().contains("  --wire=tcp (--wire tcp)\n"), said::toString);
        String onFirst = hosts.apart ? "10.79.0.1" : "127.0.0.1";
        String onSecond = hosts.apart ? "10.79.0.2" : "127.0.0.1";
        Set<String> listening = new TreeSet<>();
        List<ProcessHandle> all =
                job.descendants().filter(SocketHostsIT::isJava).toList();
        assertEquals(6, all.size(), "two agents and four PEs");
        for (ProcessHandle process : all) {
            Set<String> own = listening(process.pid());
            boolean isAgent = process.children().findAny().isPresent();
            assertEquals(isAgent ? 1 : 0, own.size(), own::toString);
            listening.addAll(own);
            assertFalse(contents(process.pid(), "maps").contains("libucp"), "UCX is loaded");
            for (String file : List.of("cmdline", "environ")) {
                for (String word : contents(process.pid(), file).split("\0")) {
                    boolean ours = file.equals("cmdline") ? !word.contains("/") : word.startsWith("JSHMEM_");
                    assertFalse(ours && KEY.matcher(word).find(), () -> file + " has a key: " + word);
                }
            }
        }
        assertEquals(
                new TreeSet<>(List.of(onFirst, onSecond)),
                new TreeSet<>(listening.stream()
                        .map(address -> address.substring(0, address.indexOf(':')))
                        .toList()));
        for (String address : listening) assertEquals(CHALLENGE_BYTES, bytesForAStranger(address), address);
        second.destroyForcibly();
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(137);
        assertTrue(ended.text().contains("oshrun: host " + hosts.b + " (PEs 2 to 3) is lost: "), ended.text());
    }

    /// The kernel reports a link as up with a delay of up to a second if links change one after the other.
    @Test
    void aHostWhoseLinkWasStartedThisMomentIsUsed() throws Exception {
        for (String state : hosts.apart ? List.of("down", "up", "down", "up") : List.<String>of()) {
            assertTrue(TwoHosts.ip("-n", hosts.b, "link", "set", hosts.b, state));
        }
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", hosts.with(1, 1), "--wire", "tcp", "hello");
        job.assertStatus(0);
    }

    /// How many bytes an agent sends to another user who sends it as many as a proof has.
    private int bytesForAStranger(String address) throws Exception {
        String talk = "exec 3<>/dev/tcp/%s; head -c 64 /dev/zero >&3; cat <&3 2>/dev/null | wc -c"
                .formatted(address.replace(':', '/'));
        List<String> command = new ArrayList<>();
        if (hosts.apart) command.addAll(List.of("ip", "netns", "exec", hosts.a));
        boolean root = System.getProperty("user.name").equals("root");
        if (root) command.addAll(List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"));
        command.addAll(List.of("bash", "-c", talk));
        Process stranger = new ProcessBuilder(command).redirectErrorStream(true).start();
        return Integer.parseInt(new String(stranger.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("/java");
    }

    private static String contents(long pid, String file) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
    }

    /// Where a process accepts connections: addresses of IPv4, behind `::ffff:` too, with their port.
    private static Set<String> listening(long pid) throws IOException {
        Set<String> own = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path each : descriptors.toList()) {
                try {
                    own.add(Files.readSymbolicLink(each).toString());
                } catch (IOException e) {
                    // closed in the meantime
                }
            }
        }
        Set<String> listening = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : contents(pid, table).lines().skip(1).toList()) {
                String[] words = line.strip().split("\\s+"); // sl, local, remote, state, ..., inode is the tenth
                if (words[3].equals("0A") && own.contains("socket:[" + words[9] + "]"))
                    listening.add(address(words[1]));
            }
        }
        return listening;
    }

    /// From the kernel's digits, four bytes in the order of the machine, with what comes before an IPv4 address.
    private static String address(String digits) {
        int colon = digits.indexOf(':');
        int ip = Integer.reverseBytes(Integer.parseUnsignedInt(digits.substring(colon - 8, colon), 16));
        return "%d.%d.%d.%d:%d"
                .formatted(
                        ip >>> 24,
                        ip >> 16 & 255,
                        ip >> 8 & 255,
                        ip & 255,
                        Integer.parseInt(digits.substring(colon + 1), 16));
    }

    @Test
    void anEncryptedWireCarriesAJob() throws Exception {
        TwoHosts.Ended job = hosts.run(1, 1, "--wire tcps", Exchange.class, 20);
        job.assertStatus(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "tcps"})
    @Tag("long")
    void litmusProgramsAndContractsHold(String wire) throws Exception {
        Path litmus = Path.of(System.getProperty("jshmem.root"), "examples", "Litmus.java");
        String two = hosts.with(1, 1);
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", two, "--wire", wire, litmus.toString(), "1");
        job.assertStatus(0);
        String options = "--heap 16m --wire " + wire;
        job = hosts.run(3, 2, options, ContractProgram.class, "random", "collective");
        job.assertStatus(0);
    }
}
