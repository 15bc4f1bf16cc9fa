// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.report.Where;

/// Description of this job: its machine, its PEs, JVMs and hosts.
public final class ThisJob {
    private ThisJob() {}

    /// Describes this job. Collective. Only PE 0 finds the processor and the commit, which take a process each.
    public static Where of(Shmem sh) {
        JvmsAndHosts placed = JvmsAndHosts.of(sh);
        Class<?> anchor = sh.myPe() == 0 ? ThisJob.class : null;
        return Where.now(sh.machine(), sh.virtualTime(), sh.nPes(), placed.jvms(), placed.hosts(), anchor);
    }

    /// The folder for compiled programs: in a build tree next to the classes, else a fresh temporary one, in
    /// which no other user can have put a program.
    public static Path scratch() throws IOException {
        Path classes = Where.home(ThisJob.class);
        boolean ours =
                classes != null && classes.getParent().endsWith("target") && Files.isWritable(classes.getParent());
        if (ours) return classes.getParent().resolve("floors");
        Path fresh = Files.createTempDirectory("jshmem-floors");
        fresh.toFile().deleteOnExit();
        return fresh;
    }
}
