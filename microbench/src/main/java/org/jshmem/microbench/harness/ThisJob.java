// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.report.Where;

/// What this job runs on, found out together.
public final class ThisJob {
    private ThisJob() {}

    /// Collective. Only PE 0 is told processor and commit, which take a process each to find.
    public static Where of(Shmem sh) {
        JvmsAndHosts placed = JvmsAndHosts.of(sh);
        Class<?> anchor = sh.myPe() == 0 ? ThisJob.class : null;
        return Where.now(sh.machine(), sh.virtualTime(), sh.nPes(), placed.jvms(), placed.hosts(), anchor);
    }

    /// The directory for what a run builds: beside this module's classes or jar, else a fresh one that nobody else can
    /// have put a program in.
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
