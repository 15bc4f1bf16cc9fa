// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;

/// How much of the machine other programs took while a job was measured: two spinning PEs that have to share a core
/// because of somebody else are a hundred times slower, and nothing in their rows says so.
final class Neighbours {
    /*
     * The kernel counts clock ticks (of 10 ms): in /proc/stat those of all programs, in /proc/self/stat those of this
     * process and of its children that have ended, the C floors. What all PEs together did not use, somebody else did.
     */
    private static final Path ALL = Path.of("/proc/stat");
    private static final Path OWN = Path.of("/proc/self/stat");
    private static final double NOTABLE = 0.03;
    private static final int BUSY_FIELDS = 3; // user, nice, system
    private static final int ALL_FIELDS = 8;
    private static final int OWN_FIRST = 11; // utime, counted from the field behind the program's name
    private static final int OWN_FIELDS = 4;

    private final Shmem sh;
    private final long[] before;

    private Neighbours(Shmem sh, long[] before) {
        this.sh = sh;
        this.before = before;
    }

    /// Begins to count.
    static Neighbours watch(Shmem sh) {
        return new Neighbours(sh, now());
    }

    /// What is worth saying of the time since then, on PE 0; empty when the job was alone. Collective.
    String note() {
        long[] after = now();
        long ours = sh.world().reduce(Op.SUM, after[0] - before[0]);
        if (sh.myPe() != 0) return "";
        return note(after[1] - before[1] - ours, after[2] - before[2]);
    }

    /// Says that other programs used `others` of `all` ticks.
    static String note(long others, long all) {
        double share = all <= 0 ? 0 : Math.max(0, (double) others / all);
        return share < NOTABLE
                ? ""
                : String.format(
                        Locale.ROOT,
                        "NOT ALONE: other programs used %.0f %% of the cores while this ran; run it again on a quiet machine",
                        100 * share);
    }

    /// Ticks of this process, of all programs, and of all cores idle or not. Zeros where there is no `/proc`.
    private static long[] now() {
        try {
            String own = Files.readString(OWN);
            String all = Files.readAllLines(ALL).getFirst();
            String[] total = all.substring(all.indexOf(' ')).strip().split(" +");
            return new long[] {
                sum(own.substring(own.lastIndexOf(')') + 2).split(" "), OWN_FIRST, OWN_FIELDS),
                sum(total, 0, BUSY_FIELDS),
                sum(total, 0, Math.min(ALL_FIELDS, total.length)),
            };
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return new long[3]; // another system: nothing can be said
        }
    }

    private static long sum(String[] fields, int from, int count) {
        long sum = 0;
        for (int k = from; k < from + count; k++) sum += Long.parseLong(fields[k]);
        return sum;
    }
}
