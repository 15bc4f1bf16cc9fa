// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import static org.jshmem.shm.jobfile.JobLayout.GOT_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.PUT_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.WAITED;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout.PeState;

/// The findings of samples of a job: where each PE of this host is, since when, and how often others waited for it.
///
/// A PE counts as waiting if it waited for most of the time since the sample before, since most waits are short. It is
/// late in a sample if it does not wait and at least as many PEs do. If all PEs wait, those are
/// late that wait at another line than most.
final class Samples {
    /// The findings about a PE.
    private static final class Findings {
        final Map<String, Integer> lateAt = new TreeMap<>(); // lines, with the number of samples
        int hash; // of all that changes if the PE uses the library
        long moved = System.nanoTime();
        long waited;
        boolean waits;
    }

    private final Map<Integer, Findings> findings = new TreeMap<>();
    private long taken; // the time of the newest sample
    int count;
    Control job; // the newest sample

    void add(Control sample) {
        job = sample;
        long now = System.nanoTime();
        for (int pe : pes()) {
            Findings of = findings.computeIfAbsent(pe, _ -> new Findings());
            long since = job.waitsSince(pe);
            long waited = job.get(pe, WAITED) + (since == 0 ? 0 : now - since);
            of.waits = runs(pe) && (count == 0 ? since != 0 : 2 * (waited - of.waited) > now - taken);
            of.waited = waited;
            long moved = job.get(pe, PUT_BYTES) + job.get(pe, GOT_BYTES);
            int hash = Objects.hash(moved, since, job.get(pe, WAITED), line(pe));
            if (since != 0) of.moved = since;
            else if (hash != of.hash) of.moved = now;
            of.hash = hash;
        }
        taken = now;
        count++;
        for (int pe : lateNow()) findings.get(pe).lateAt.merge(line(pe), 1, Integer::sum);
    }

    /// The PEs of this host.
    List<Integer> pes() {
        return IntStream.range(0, job.npes())
                .filter(pe -> job.state(pe) != PeState.ELSEWHERE)
                .boxed()
                .toList();
    }

    private boolean runs(int pe) {
        return job.state(pe) == PeState.RUNNING;
    }

    boolean isWaiting(int pe) {
        return findings.get(pe).waits;
    }

    /// The state of a PE in a word.
    String state(int pe) {
        return isWaiting(pe) ? WaitReport.state(job, pe).replace("running", "waiting") : WaitReport.state(job, pe);
    }

    /// The line at which a PE waits, and what it waits for; both empty for a short wait.
    String[] wait(int pe) {
        return job.waitsSince(pe) == 0 || !runs(pe) ? new String[] {"", ""} : job.texts.wait(pe);
    }

    /// The line of the program at which a PE is; empty if it is not known.
    String line(int pe) {
        String waits = wait(pe)[0];
        return waits.isEmpty() && runs(pe) ? job.texts.line(pe)[0] : waits;
    }

    private List<Integer> lateNow() {
        List<Integer> open = pes().stream()
                .filter(pe -> runs(pe) || job.state(pe) == PeState.STARTING)
                .toList();
        List<Integer> busy = open.stream().filter(pe -> !isWaiting(pe)).toList();
        if (!busy.isEmpty()) return 2 * busy.size() <= open.size() ? busy : List.of();
        Map<String, Long> lines = open.stream().collect(Collectors.groupingBy(this::line, Collectors.counting()));
        boolean most = lines.values().stream().anyMatch(n -> 2 * n > open.size());
        return open.stream()
                .filter(pe -> most && 2 * lines.get(line(pe)) < open.size())
                .toList();
    }

    /// The samples in which a PE was late.
    int late(int pe) {
        return findings.get(pe).lateAt.values().stream().mapToInt(n -> n).sum();
    }

    /// The line at which a PE was late most often.
    String lateAt(int pe) {
        var most = findings.get(pe).lateAt.entrySet().stream().max(Map.Entry.comparingByValue());
        return most.orElseThrow().getKey();
    }

    /// The PEs of this host; those that were late most often come first.
    List<Integer> byLateness() {
        return pes().stream().sorted(Comparator.comparing(pe -> -late(pe))).toList();
    }

    /// The time since a PE last used the library: since its wait began, or since the last change that samples have
    /// shown.
    String since(int pe) {
        return runs(pe) ? "%.1f s".formatted(Math.max(0, System.nanoTime() - findings.get(pe).moved) / 1e9) : "";
    }
}
