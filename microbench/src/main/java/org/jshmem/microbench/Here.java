// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.report.Where;

/// What this job runs on, found out together.
final class Here {
    private Here() {}

    /// Collective. Only PE 0 is told processor and commit, which take a process each to find.
    static Where of(Shmem sh) {
        boolean simulated = sh.virtualTime();
        int hosts = Math.toIntExact(sh.world().reduce(Op.SUM, sh.shared().myPe() == 0 ? 1L : 0L));
        int jvms = simulated ? 1 : jvms(sh);
        return Where.now(sh.machine(), simulated, sh.nPes(), jvms, hosts, sh.myPe() == 0 ? Here.class : null);
    }

    /// PEs of one host and one process are in one JVM: its lowest one counts it.
    private static int jvms(Shmem sh) {
        SymLongs pids = sh.longs(1);
        pids.set(0, ProcessHandle.current().pid());
        sh.barrierAll();
        boolean lowest = true;
        for (int k = 0; k < sh.shared().myPe() && lowest; k++) {
            lowest = pids.g(0, sh.shared().translate(k, sh.world())) != pids.get(0);
        }
        int jvms = Math.toIntExact(sh.world().reduce(Op.SUM, lowest ? 1L : 0L));
        pids.free();
        return jvms;
    }

    /// The directory for what a run builds: beside this module's classes or jar, else a fresh one that nobody else can
    /// have put a program in.
    static Path scratch() throws IOException {
        Path classes = Where.home(Here.class);
        boolean ours =
                classes != null && classes.getParent().endsWith("target") && Files.isWritable(classes.getParent());
        if (ours) return classes.getParent().resolve("floors");
        Path fresh = Files.createTempDirectory("jshmem-floors");
        fresh.toFile().deleteOnExit();
        return fresh;
    }
}
