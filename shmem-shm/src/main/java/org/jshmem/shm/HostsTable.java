// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jshmem.transport.Topology;

/// The placement of a job on several hosts, and the addresses of its JVMs.
///
/// It comes about in a private folder of each host's launcher. Each JVM of the host writes its address to a file with
/// the number of its first PE as name; the launcher exchanges the addresses with the other hosts, and writes the whole
/// table.
///
/// @param key a random number of the job
/// @param topology the placement
/// @param names the names of the hosts
/// @param addresses the address of each JVM, in the order of their first PEs
public record HostsTable(long key, Topology topology, List<String> names, List<byte[]> addresses) {
    /// Environment variable of a JVM: the folder.
    public static final String VARIABLE = "JSHMEM_HOSTS";

    private static final String TABLE = "table";
    private static final long LOOK_NANOS = 1_000_000; // the first pause; each is a quarter longer than the last one
    private static final long LONGEST_NANOS = 50_000_000;
    private static final HexFormat HEX = HexFormat.of();

    /// The name of a PE's host.
    String nameOf(int pe) {
        return names.get(topology.host(pe));
    }

    /// Writes a file that others see when it is whole.
    private static void write(Path file, String text) throws IOException {
        Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".part"), text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Waits for a file. Throws if `ended` holds before.
    private static String read(Path file, BooleanSupplier ended) throws IOException {
        for (long pause = LOOK_NANOS; !Files.exists(file); pause = Math.min(pause + pause / 4, LONGEST_NANOS)) {
            if (ended.getAsBoolean()) throw new IOException("the job ends");
            LockSupport.parkNanos(pause);
        }
        return Files.readString(file);
    }

    /// Waits for the JVMs of this host, which have these first PEs, and returns the facts of the host as text, for the
    /// others: its name, the id of its job file, its cores, and the first PE and the address of each JVM.
    public static String host(String name, String id, Path folder, int cores, int[] firsts, BooleanSupplier ended)
            throws IOException {
        var text = new StringBuilder(name + " " + id + " " + cores);
        for (int pe : firsts) {
            String address = read(folder.resolve(Integer.toString(pe)), ended);
            text.append(' ').append(pe).append('=').append(address);
        }
        return text.toString();
    }

    /// Writes the table for the JVMs of this host, which wait for it: the host of each PE, and the texts of all hosts.
    public static void publish(Path folder, int[] hostOf, List<String> hosts) throws IOException {
        String placement = Arrays.stream(hostOf).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        write(folder.resolve(TABLE), placement + "\n" + String.join("\n", hosts));
    }

    /// Publishes the address of the JVM with this first PE, and waits for the table. Throws if `ended` holds before.
    static HostsTable join(Path folder, int first, byte[] address, BooleanSupplier ended) throws IOException {
        write(folder.resolve(Integer.toString(first)), HEX.formatHex(address));
        String[] lines = read(folder.resolve(TABLE), ended).split("\n");
        int[] host =
                Arrays.stream(lines[0].split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] cores = new int[lines.length - 1];
        String[] names = new String[cores.length];
        var addresses = new TreeMap<Integer, byte[]>();
        for (int h = 0; h < cores.length; h++) {
            String[] words = lines[h + 1].split(" ");
            names[h] = words[0];
            cores[h] = Integer.parseInt(words[2]);
            for (String jvm : List.of(words).subList(3, words.length)) {
                String[] pair = jvm.split("=");
                addresses.put(Integer.valueOf(pair[0]), HEX.parseHex(pair[1]));
            }
        }
        int[] jvm = new int[host.length]; // has the PEs from its first one to the next JVM's
        Arrays.setAll(jvm, pe -> addresses.headMap(pe + 1).size() - 1);
        long key = Long.parseUnsignedLong(lines[1].split(" ")[1], 16);
        return new HostsTable(key, new Topology(host, jvm, cores), List.of(names), List.copyOf(addresses.values()));
    }
}
