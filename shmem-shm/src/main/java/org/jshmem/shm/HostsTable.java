// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Topology;

/// The placement of a job on several hosts, and the addresses of its JVMs.
///
/// It comes about in a private folder of each host's launcher. Each JVM of the host writes its address to a file with
/// the number of its first PE as name; the launcher exchanges the addresses with the other hosts, and writes the whole
/// table.
///
/// @param key a random number of the job
/// @param regionBytes bytes of a region that all hosts have; they have unequal memory
/// @param topology the placement
/// @param names the names of the hosts
/// @param addresses the address of each JVM, as text, in the order of their first PEs
public record HostsTable(long key, long regionBytes, Topology topology, List<String> names, List<String> addresses) {
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

    /// The address of a JVM. Most JVMs connect to few others.
    byte[] addressOf(int jvm) {
        return HEX.parseHex(addresses.get(jvm));
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

    /// Waits for the JVMs of this host, which have these first PEs, and returns the facts of the host as text, for
    /// the others: its name, a random number, the bytes of its regions, its cores, and the first PE and the
    /// address of each JVM.
    public static String host(String name, JobFile file, Path folder, int cores, int[] firsts, BooleanSupplier ended)
            throws IOException {
        // not the id of the job file, which reports print
        String key = HEX.toHexDigits(new SecureRandom().nextLong());
        var text = new StringBuilder(name + " " + key + " " + file.regionBytes() + " " + cores);
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
        String[] placement = lines[0].split(" ");
        String[] addressOf = new String[placement.length]; // of the JVM with this first PE
        int[] cores = new int[lines.length - 1];
        String[] names = new String[cores.length];
        long regionBytes = Long.MAX_VALUE;
        for (int h = 0; h < cores.length; h++) {
            String[] words = lines[h + 1].split(" ");
            names[h] = words[0];
            regionBytes = Math.min(regionBytes, Long.parseLong(words[2]));
            cores[h] = Integer.parseInt(words[3]);
            for (String jvm : List.of(words).subList(4, words.length)) {
                String[] pair = jvm.split("=");
                addressOf[Integer.parseInt(pair[0])] = pair[1];
            }
        }
        List<String> addresses = new ArrayList<>();
        int[] host = new int[placement.length];
        int[] jvm = new int[placement.length]; // has the PEs from its first one to the next JVM's
        for (int pe = 0; pe < host.length; pe++) {
            host[pe] = Integer.parseInt(placement[pe]);
            if (addressOf[pe] != null) addresses.add(addressOf[pe]);
            jvm[pe] = addresses.size() - 1;
        }
        long key = Long.parseUnsignedLong(lines[1].split(" ")[1], 16);
        return new HostsTable(key, regionBytes, new Topology(host, jvm, cores), List.of(names), addresses);
    }
}
