// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.microbench.beside.PeerLibraries;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Samples;
import org.jshmem.report.Where;

/// Measurement by several jobs, each with fresh JVMs, since two starts of a JVM differ by more than the samples of
/// one.
///
/// PE 0 starts the jobs one after the other, by the command line that started this job, and merges their results. The
/// PEs of this job sleep meanwhile.
public record Launches(Shmem sh, SuiteSettings settings, Where where) {
    /// The hidden option that makes a job one launch of another job.
    public static final String INTO = "--launch-into";

    private static final Duration LIMIT = Duration.ofHours(2);
    private static final Duration NAP = Duration.ofMillis(200);

    /// Whether this run consists of several jobs and can start them. Equal on all PEs. Collective.
    public boolean wanted() {
        if (settings.launches < 2 || where.virtual()) return false;
        boolean can = sh.myPe() != 0 || Launcher.command().isPresent();
        return sh.world().reduce(org.jshmem.Op.MIN, can ? 1L : 0L) == 1;
    }

    /// The merged results, on PE 0 after all jobs; empty elsewhere. Collective.
    public List<Result> run() throws IOException {
        SymLongs over = sh.longs(1);
        List<Result> merged = List.of();
        if (sh.myPe() == 0) {
            merged = conduct();
            for (int pe = 1; pe < sh.nPes(); pe++) over.p(0, 1, pe);
            sh.quiet();
        } else {
            while (over.get(0) == 0) sh.sleep(NAP);
        }
        sh.barrierAll();
        over.free();
        return merged;
    }

    private List<Result> conduct() throws IOException {
        List<Result> launches = new ArrayList<>();
        for (int launch = 1; launch <= settings.launches; launch++) {
            if (settings.progress) System.err.println("pgas: launch " + launch + " of " + settings.launches);
            launches.addAll(Jobs.results(Launcher.command().orElseThrow(), INTO, Map.of(), LIMIT));
            if (settings.peer) launches.addAll(PeerLibraries.of(where, settings).measure(launch == 1));
        }
        return merged(launches);
    }

    /// A row for each key that any launch has, in the order of the first launch that has it.
    public static List<Result> merged(List<Result> launches) {
        return Samples.merged(launches, result -> result.role() + result.key());
    }
}
