// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymLongs;

/// Prints which PEs share memory, after a ring of puts and a sum over all; then hangs or prints
/// what it was given if its argument says so.
public final class Neighbours {
    private Neighbours() {}

    /// Runs once per PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe();
            int n = sh.nPes();
            SymLongs x = sh.longs(2);
            Signal never = sh.signal();
            x.p(0, me, (me + 1) % n);
            sh.barrierAll();
            if (x.get(0) != (me + n - 1) % n) throw new AssertionError("PE " + me + " got " + x.get(0));
            long sum = sh.world().reduce(Op.SUM, (long) me);
            if (sum != n * (n - 1L) / 2) throw new AssertionError("PE " + me + " summed " + sum);
            var near = new StringBuilder();
            for (int pe = 0; pe < n; pe++)
                if (x.ptr(pe) != null) near.append(' ').append(pe);
            System.out.println("PE %d: shares with%s, heap of %d bytes".formatted(me, near, sh.heapSize()));
            System.out.println("PE " + me + " runs in " + System.getProperty("user.dir"));
            System.out.println("PE " + me + " is on " + host());
            String what = a.length > 0 ? a[0] : "";
            if (what.equals("given")) printGiven(me, a[1]);
            if (what.equals("words")) {
                Map<String, String> own = new TreeMap<>(System.getenv());
                own.keySet().retainAll(Set.of("MINE", "YOURS", "EMPTY"));
                System.out.println("PE " + me + " has the words " + List.of(a) + " and " + own);
            }
            sh.barrierAll();
            if (what.equals("hang")) {
                long parent = ProcessHandle.current().parent().orElseThrow().pid();
                System.out.println("PE " + me + " waits for ever, a child of " + parent);
                never.waitUntil(Cmp.GE, 1);
            }
        });
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Prints a variable, the kernel's line about the cores that this process may use, and on PE 0 a line of the
    /// input.
    private static void printGiven(int me, String variable) throws IOException {
        String temporary = System.getProperty("java.io.tmpdir");
        System.out.println("PE %d has %s, and temporary files in %s".formatted(me, System.getenv(variable), temporary));
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Cpus_allowed:")) System.out.println(line);
        }
        if (me == 0) System.out.println("read " + new BufferedReader(new InputStreamReader(System.in)).readLine());
    }
}
