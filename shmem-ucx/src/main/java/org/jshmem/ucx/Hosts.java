// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.PeerFailedException;
import org.jshmem.transport.Topology;

/// The hosts of a job: the host of each PE, the addresses of their agents, and the longest silence of a host.
///
/// They travel as text from the launcher to each host, and at the end of the host's job file to its PEs: `job token
/// silence wiring | name cores address | ... | host of PE 0, of PE 1 ... | JVM of PE 0, of PE 1 ...`.
///
/// @param job the job's number, equal on all hosts
/// @param token secret of the processes of the job
/// @param silenceNanos a host without an answer for this time counts as lost
/// @param wiring the connections between hosts
/// @param hosts all hosts, in order
/// @param hostOf the host of each PE
/// @param jvmOf the JVM of each PE, numbered through the job
public record Hosts(
        long job, long token, long silenceNanos, Wiring wiring, List<Host> hosts, int[] hostOf, int[] jvmOf) {
    /// Environment variable of a PE: the position of this text in the job file. An environment variable cannot
    /// hold the text, since it is at most 128 KiB long.
    public static final String VARIABLE = "JSHMEM_HOSTS";

    /// The longest silence of a host, unless `--host-timeout` sets another one.
    public static final long SILENCE_NANOS = 30_000_000_000L;

    private static final HexFormat HEX = HexFormat.of();

    /// A host.
    ///
    /// @param name in the user's spelling
    /// @param cores that PEs may use there
    /// @param address of its agent; empty if no process connects to it
    public record Host(String name, int cores, byte[] address) {
        private static Host parse(String text) {
            String[] parts = text.split(" ", -1);
            return new Host(parts[0], Integer.parseInt(parts[1]), HEX.parseHex(parts[2]));
        }

        private String text() {
            return name + " " + cores + " " + HEX.formatHex(address);
        }
    }

    /// Hosts connected by UCX, each PE in a JVM of its own, with the default silence.
    Hosts(long job, long token, List<Host> hosts, int[] hostOf) {
        this(
                job,
                token,
                SILENCE_NANOS,
                Wiring.UCX,
                hosts,
                hostOf,
                IntStream.range(0, hostOf.length).toArray());
    }

    /// The text leaves the token out, since texts end up in logs.
    @Override
    public String toString() {
        return "%d PEs on %d hosts".formatted(npes(), count());
    }

    /// Parses the result of [#text].
    public static Hosts parse(String text) {
        String[] parts = text.split("\\|");
        String[] ids = parts[0].split(" ");
        int count = parts.length - 2;
        List<Host> hosts = Arrays.stream(parts, 1, count).map(Host::parse).toList();
        return new Hosts(
                Long.parseUnsignedLong(ids[0], 16),
                Long.parseUnsignedLong(ids[1], 16),
                Long.parseLong(ids[2]),
                Wiring.parse(ids[3]),
                hosts,
                numbers(parts[count]),
                numbers(parts[count + 1]));
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private static String list(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /// The hosts as one line, without line ends.
    public String text() {
        return Long.toHexString(job) + " " + Long.toHexString(token) + " " + silenceNanos + " "
                + wiring.text() + "|"
                + hosts.stream().map(Host::text).collect(Collectors.joining("|")) + "|"
                + list(hostOf) + "|" + list(jvmOf);
    }

    /// Writes the text to the end of a job file. Returns the position, which is the variable's value.
    public long append(Path jobFile) throws IOException {
        try (var file = FileChannel.open(jobFile, StandardOpenOption.WRITE)) {
            long position = file.size();
            var bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) file.write(bytes, position + bytes.position());
            return position;
        }
    }

    /// Reads the text that [#append] wrote.
    static Hosts read(Path jobFile, long position) throws IOException {
        try (InputStream file = Files.newInputStream(jobFile)) {
            file.skipNBytes(position);
            return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .trim()); // a mapping may have made the file longer
        }
    }

    /// The number of hosts.
    public int count() {
        return hosts.size();
    }

    /// The number of PEs of the job.
    public int npes() {
        return hostOf.length;
    }

    /// The host of a PE.
    public int of(int pe) {
        return hostOf[pe];
    }

    /// A host's name.
    public String name(int host) {
        return hosts.get(host).name;
    }

    byte[] address(int host) {
        return hosts.get(host).address;
    }

    /// The PEs of a host.
    public IntStream pes(int host) {
        return IntStream.range(0, hostOf.length).filter(pe -> hostOf[pe] == host);
    }

    /// The hosts as the seam's topology.
    Topology topology() {
        return new Topology(hostOf, jvmOf, hosts.stream().mapToInt(Host::cores).toArray());
    }

    /// The exception of a PE that can no longer reach a host. If the end of the job is the cause, the launcher
    /// has reported more. For messages of a host itself, whose `pe` is negative, the launcher adds the rest.
    PeerFailedException lost(int pe, int host, String why) {
        int[] pes = pes(host).toArray();
        String text = pe < 0
                ? why
                : "PE %d/%d: host %s (%s) is lost: %s; check the network between hosts %s and %s, and the lines of host %s above"
                        .formatted(pe, npes(), name(host), text(pes), why, name(of(pe)), name(host), name(host));
        return new PeerFailedException(text, pes[0], 1);
    }

    /// The PEs of a host as text for messages: `PEs 2 to 5`, or `PE 2 and 3 others` if other hosts have PEs
    /// between them.
    public static String text(int[] pes) {
        int last = pes[pes.length - 1];
        if (pes.length == 1) return "PE " + last;
        boolean block = last - pes[0] == pes.length - 1;
        return block ? "PEs %d to %d".formatted(pes[0], last) : "PE %d and %d others".formatted(pes[0], pes.length - 1);
    }
}
