// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.nio.file.Path;
import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.runtime.settings.KernelFile;

/// The share of the machine that other programs and the hypervisor took while a job was measured.
///
/// Two spinning PEs that share a core because of another program are a hundred times slower, and their rows do not
/// show the reason.
public final class MachineLoad {
    /*
     * The kernel counts clock ticks (of 10 ms). In /proc/stat they are those of all programs and, as "steal",
     * those in which the hypervisor gave the core to another machine. In /proc/self/stat they are those of this
     * process and of its children that have ended, such as the C reference. Other programs had all busy ticks that the PEs
     * together did not use.
     */
    private static final Path ALL = Path.of("/proc/stat");
    private static final double NOTABLE = 0.03;
    private static final int[] BUSY = {0, 1, 2, 5, 6, 7}; // user, nice, system, interrupts, soft interrupts, steal
    private static final int ALL_FIELDS = 8;
    private static final int OWN_FIRST = 11; // utime, counted from the field after the program's name
    private static final int OWN_FIELDS = 4;

    private final Shmem sh;
    private final long[] before;

    private MachineLoad(Shmem sh, long[] before) {
        this.sh = sh;
        this.before = before;
    }

    public static MachineLoad watch(Shmem sh) {
        return new MachineLoad(sh, now());
    }

    /// A warning if others had 3 % of the cores or more since the start; else, and in virtual time, empty. Collective.
    public String warning() {
        return sh.virtualTime() ? "" : note(share(sh, before, now()));
    }

    /// The share of ticks that this job did not use. PEs of a JVM read the ticks of the same process, and those of a
    /// host the same machine: one of them counts.
    static double share(Shmem sh, long[] before, long[] after) {
        boolean ofJvm = JvmsAndHosts.reports(sh);
        boolean ofHost = sh.shared().myPe() == 0;
        long ours = sh.world().reduce(Op.SUM, ofJvm ? after[0] - before[0] : 0);
        long busy = sh.world().reduce(Op.SUM, ofHost ? after[1] - before[1] : 0);
        long all = sh.world().reduce(Op.SUM, ofHost ? after[2] - before[2] : 0);
        return all <= 0 ? 0 : Math.max(0, (double) (busy - ours) / all);
    }

    static String note(double share) {
        return share < NOTABLE
                ? ""
                : String.format(
                        Locale.ROOT,
                        "NOT ALONE: other programs and the hypervisor took %.0f %% of the cores while this ran; run it"
                                + " again on a quiet machine",
                        100 * share);
    }

    private static long[] now() {
        return ticks(KernelFile.state("self"), KernelFile.after("cpu ", ALL));
    }

    /// Ticks of this process, of all programs, and of all cores, idle or not. Zeros if there is no `/proc`.
    static long[] ticks(String own, String all) {
        var ticks = new long[3];
        if (own.isEmpty() || all.isEmpty()) return ticks;
        String[] mine = own.split(" ");
        String[] total = all.split(" +");
        for (int k = OWN_FIRST; k < OWN_FIRST + OWN_FIELDS; k++) ticks[0] += Long.parseLong(mine[k]);
        for (int k : BUSY) if (k < total.length) ticks[1] += Long.parseLong(total[k]);
        for (int k = 0; k < Math.min(ALL_FIELDS, total.length); k++) ticks[2] += Long.parseLong(total[k]);
        return ticks;
    }
}
