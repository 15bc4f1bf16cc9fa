// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// The numbers of PEs, JVMs and hosts of this job, for reports.
///
/// @param npes PEs
/// @param jvms Java virtual machines in which they run
/// @param hosts hosts on which these run
public record JvmsAndHosts(int npes, int jvms, int hosts) {

    /// Counts the JVMs and hosts of this job. Collective.
    public static JvmsAndHosts of(Shmem sh) {
        int hosts = count(sh, sh.shared().myPe() == 0);
        return new JvmsAndHosts(sh.nPes(), count(sh, reports(sh)), hosts);
    }

    /// Whether this PE is the lowest of its JVM, which reports what the whole JVM has done. Collective.
    public static boolean reports(Shmem sh) {
        if (sh.virtualTime()) return sh.myPe() == 0;
        SymLongs pids = sh.longs(1);
        pids.set(0, ProcessHandle.current().pid());
        sh.barrierAll();
        boolean lowest = true;
        for (int k = 0; k < sh.shared().myPe() && lowest; k++) {
            lowest = pids.g(0, sh.shared().translate(k, sh.world())) != pids.get(0);
        }
        pids.free();
        return lowest;
    }

    private static int count(Shmem sh, boolean mine) {
        return Math.toIntExact(sh.world().reduce(Op.SUM, mine ? 1L : 0L));
    }

    /// The numbers as text, such as `64 PEs in 2 JVMs`.
    public String text() {
        String text = npes + (npes == 1 ? " PE in " : " PEs in ") + jvms + (jvms == 1 ? " JVM" : " JVMs");
        return hosts == 1 ? text : text + " on " + hosts + " hosts";
    }
}
