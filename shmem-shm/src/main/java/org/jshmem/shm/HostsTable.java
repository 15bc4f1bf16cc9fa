// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFileMaker;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Topology;

/// The JVMs of a job on several hosts, in the job file of each host: their addresses and their placement.
///
/// ```
/// JVM                    launcher of its host, or first PE       other hosts
///                        Control.place
/// publish its address
///                        facts  -------- exchange of PMIx -----> facts
///                        join, which sets the key
/// wait for the key, read
/// ```
public final class HostsTable {
    private HostsTable() {}

    /// A key of messages: a random number, not the id of the job file, which reports print.
    public static String newKey() throws IOException {
        return HexFormat.of().toHexDigits(JobFileMaker.newId() | 1);
    }

    /// Publishes the address of the JVM with this first PE, and the cores of its host.
    public static void publish(Control control, int first, int cores, byte[] address) {
        String text = cores + ":" + Base64.getEncoder().encodeToString(address);
        int room = Text.JVM.bytes - Integer.BYTES;
        if (text.length() > room) {
            throw new IllegalStateException(
                    "PE %d/%d: the address of this JVM has %d bytes, and the job file has room for about %d; let UCX use fewer networks, as by UCX_NET_DEVICES=eth0"
                            .formatted(first, control.npes(), address.length, room * 3 / 4));
        }
        control.texts.set(first, Text.JVM, text);
    }

    /// The facts of this host for the others: a random number, the bytes of its regions, and the first PE and the text
    /// of each JVM. Null while the JVM with one of these first PEs has not published its address.
    public static String facts(Control control, int[] firsts) throws IOException {
        if (Arrays.stream(firsts).anyMatch(pe -> control.texts.get(pe, Text.JVM) == null)) return null;
        return newKey() + " " + control.get(JobLayout.REGION_BYTES)
                + Arrays.stream(firsts)
                        .mapToObj(pe -> " " + pe + "=" + control.texts.get(pe, Text.JVM))
                        .collect(Collectors.joining());
    }

    /// Lets the JVMs of this host read the facts of all hosts.
    public static void join(Control control, List<String> facts) {
        long bytes = Long.MAX_VALUE;
        for (String host : facts) {
            String[] words = host.split(" ");
            bytes = Math.min(bytes, Long.parseLong(words[1]));
            for (String jvm : List.of(words).subList(2, words.length)) {
                String[] pair = jvm.split("=", 2);
                control.texts.set(Integer.parseInt(pair[0]), Text.JVM, pair[1]);
            }
        }
        control.hosts.join(Long.parseUnsignedLong(facts.getFirst().split(" ")[0], 16), bytes);
    }

    /// The placement, of JVMs once their addresses are here. A JVM has the PEs from its first one to the next JVM's.
    static Topology topology(Control control) {
        int[] cores = new int[control.hosts.count()];
        int[] jvm = new int[control.npes()];
        int jvms = 0;
        for (int pe = 0; pe < jvm.length; pe++) {
            String text = control.texts.get(pe, Text.JVM);
            if (text != null) {
                jvms++;
                cores[control.hosts.of(pe)] = Integer.parseInt(text.split(":")[0]);
            }
            jvm[pe] = Math.max(0, jvms - 1);
        }
        return new Topology(
                IntStream.range(0, jvm.length).map(control.hosts::of).toArray(), jvm, cores);
    }

    /// The address of the JVM with this first PE.
    public static byte[] address(Control control, int first) {
        return Base64.getDecoder().decode(control.texts.get(first, Text.JVM).split(":")[1]);
    }
}
