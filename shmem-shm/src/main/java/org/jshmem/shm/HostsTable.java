// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jshmem.transport.Topology;

/// The placement of a job on several hosts, and the addresses of its JVMs.
///
/// It is behind the end of each host's job file. Each JVM of the host writes its address there; the launcher exchanges
/// the addresses with the other hosts, and writes the whole table:
///
/// ```
///   0  int   length of the table, written last
///   8  room for the address of the JVM of each PE: int length, written last, then the bytes
///      the table as text: a line with the host of each PE, and the line of each host
/// ```
///
/// @param key a random number of the job
/// @param topology the placement
/// @param addresses the address of each JVM
public record HostsTable(long key, Topology topology, List<byte[]> addresses) {
    /// Environment variable of a JVM: the position in the job file.
    public static final String VARIABLE = "JSHMEM_HOSTS";

    private static final int HEAD_BYTES = 8;
    private static final int ROOM_BYTES = 1024;
    private static final long LOOK_NANOS = 1_000_000;
    private static final HexFormat HEX = HexFormat.of();

    private static long room(long position, int pe) {
        return position + HEAD_BYTES + (long) pe * ROOM_BYTES;
    }

    private static void write(RandomAccessFile file, long at, byte[] bytes, long lengthAt) throws IOException {
        file.seek(at);
        file.write(bytes);
        file.seek(lengthAt);
        file.writeInt(bytes.length);
    }

    /// Reads bytes whose length may not have been written; then the result is null.
    private static byte[] read(RandomAccessFile file, long at, long lengthAt) throws IOException {
        if (file.length() < lengthAt + Integer.BYTES) return null;
        file.seek(lengthAt);
        byte[] bytes = new byte[file.readInt()];
        if (bytes.length == 0) return null;
        file.seek(at);
        file.readFully(bytes);
        return bytes;
    }

    /// Returns the addresses that the JVMs with these first PEs have written, as soon as all have. Empty if `ended`
    /// holds before.
    public static List<byte[]> collect(Path jobFile, long position, int[] firsts, BooleanSupplier ended)
            throws IOException {
        try (var file = new RandomAccessFile(jobFile.toFile(), "r")) {
            byte[][] found = new byte[firsts.length][];
            for (int k = 0; k < found.length; ) {
                long room = room(position, firsts[k]);
                found[k] = read(file, room + Integer.BYTES, room);
                if (found[k] != null) k++;
                else if (ended.getAsBoolean()) return List.of();
                else LockSupport.parkNanos(LOOK_NANOS);
            }
            return Arrays.asList(found);
        }
    }

    /// The facts of a host as text, for the others: a random number, its cores, the first PE and the number of PEs of
    /// each JVM, the addresses of its JVMs.
    public static String host(int cores, int[] firsts, int[] counts, List<byte[]> addresses) {
        return String.join(
                " ",
                Long.toHexString(new SplittableRandom().nextLong()),
                Integer.toString(cores),
                list(firsts),
                list(counts),
                addresses.stream().map(HEX::formatHex).collect(Collectors.joining(",")));
    }

    /// Writes the table for the JVMs of this host, which wait for it: the host of each PE, and the texts of all hosts.
    public static void publish(Path jobFile, long position, int[] hostOf, List<String> hosts) throws IOException {
        byte[] text = (list(hostOf) + "\n" + String.join("\n", hosts)).getBytes(StandardCharsets.US_ASCII);
        try (var file = new RandomAccessFile(jobFile.toFile(), "rw")) {
            write(file, room(position, hostOf.length), text, position);
        }
    }

    /// Publishes the address of a JVM, and waits for the table. Throws if `ended` holds before.
    static HostsTable join(Path jobFile, long position, int first, int npes, byte[] address, BooleanSupplier ended)
            throws IOException {
        try (var file = new RandomAccessFile(jobFile.toFile(), "rw")) {
            write(file, room(position, first) + Integer.BYTES, address, room(position, first));
            while (true) {
                byte[] text = read(file, room(position, npes), position);
                if (text != null) return parse(new String(text, StandardCharsets.US_ASCII));
                if (ended.getAsBoolean()) throw new IOException("the job ends");
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private static HostsTable parse(String text) {
        String[] lines = text.split("\n");
        int[] host = numbers(lines[0]);
        int[] jvm = new int[host.length];
        int[] cores = new int[lines.length - 1];
        List<byte[]> addresses = new ArrayList<>();
        for (int h = 0; h < cores.length; h++) {
            String[] words = lines[h + 1].split(" ");
            cores[h] = Integer.parseInt(words[1]);
            int[] firsts = numbers(words[2]);
            int[] counts = numbers(words[3]);
            for (int k = 0; k < firsts.length; k++) {
                Arrays.fill(jvm, firsts[k], firsts[k] + counts[k], addresses.size() + k);
            }
            for (String address : words[4].split(",")) addresses.add(HEX.parseHex(address));
        }
        long key = Long.parseUnsignedLong(lines[1].split(" ")[0], 16);
        return new HostsTable(key, new Topology(host, jvm, cores), addresses);
    }

    private static String list(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }
}
