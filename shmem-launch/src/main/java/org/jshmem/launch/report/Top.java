// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jshmem.launch.os.Screen;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;

/// The command `oshrun --top [JOB]`: a view of a running job that is drawn again each second. Its first lines name the
/// PE for which others wait. It reads what `--inspect` reads, and samples it.
public final class Top {
    /// The samples before the first frame, some tens of milliseconds each: waits of a millisecond have no text.
    private static final int FIRST = 12;

    private static final String ROW = "%4s  %-9s %8s %5s  %s";
    private static final int HEAD = 4;

    final Samples samples = new Samples();
    private final String program;
    private boolean byLateness;

    Top(String program) {
        this.program = program;
    }

    /// Shows a job until it ends or the user presses q, or `once`. `name` is the beginning of its id, its launcher's
    /// process number, or null for the only job of this user.
    public static int run(String name, boolean once, PrintStream out, Function<String[], String> program)
            throws InterruptedException {
        Path job = Inspector.named("--top", name);
        try (var screen = new Screen(out, once)) {
            String command = Inspector.command(Inspector.sample(job));
            var top = new Top(program.apply(command.split("\0")).replaceFirst(".*/", ""));
            for (int k = 0; k < FIRST; k++) top.samples.add(Inspector.sample(job));
            for (int key = 0; key != 'q'; top.samples.add(Inspector.sample(job))) {
                screen.show(top.frame(screen.size(), screen.keys));
                if (once) return 0;
                key = screen.key();
                if (key == 's') top.byLateness = !top.byLateness;
            }
        } catch (IOException e) {
            out.println("the job has ended");
        }
        return 0;
    }

    /// The lines of a frame; `size` is the number of lines and of columns of the screen.
    List<String> frame(int[] size, boolean keys) {
        Control job = samples.job;
        List<Integer> here = samples.pes();
        int others = job.npes() - here.size();
        boolean all = here.size() <= size[0] - HEAD;
        List<String> lines = new ArrayList<>();
        String head = "job %s, %s, %d PEs in %d JVMs, %.1f s" + (keys ? " (q: quit, s: sort)" : "");
        double seconds = (System.currentTimeMillis() - job.get(JobLayout.CREATED)) / 1e3;
        lines.add(head.formatted(job.id(), program, here.size(), job.jvms(), seconds));
        lines.add("\t" + headline());
        String wait = "%d of %d PEs wait; waits took %d%% of the PEs' time so far%s";
        long waiting = here.stream().filter(samples::isWaiting).count();
        String elsewhere = others == 0 ? "" : "; %d PEs are on other hosts".formatted(others);
        lines.add(wait.formatted(waiting, here.size(), WaitReport.waiting(job), elsewhere));
        lines.add(ROW.formatted("PE", "state", "since", "late", "at"));
        List<Integer> shown = samples.byLateness().subList(0, all ? here.size() : Math.max(0, size[0] - HEAD - 1));
        (byLateness ? shown : shown.stream().sorted().toList()).forEach(pe -> lines.add(row(pe)));
        if (!all)
            lines.add(summary(here.stream().filter(pe -> !shown.contains(pe)).toList()));
        lines.replaceAll(
                line -> line.substring(0, Math.min(line.length(), size[1])).stripTrailing());
        return lines;
    }

    /// The line about the PE for which others wait.
    private String headline() {
        int pe = samples.byLateness().getFirst();
        if (samples.late(pe) == 0) return "no PE holds the others up";
        String at = samples.lateAt(pe).replaceFirst("(?=.)", " at ");
        return "PE %d%s holds up others: late in %s of %d samples".formatted(pe, at, percent(pe), samples.count);
    }

    private String percent(int pe) {
        return 100 * samples.late(pe) / samples.count + "%";
    }

    private String row(int pe) {
        String at = samples.line(pe) + " " + samples.wait(pe)[1];
        return ROW.formatted(pe, samples.state(pe), samples.since(pe), percent(pe), at);
    }

    /// A line for PEs that have none of their own.
    private String summary(List<Integer> more) {
        var groups = more.stream()
                .map(pe -> samples.state(pe) + " " + samples.line(pe))
                .collect(Collectors.groupingBy(String::strip, TreeMap::new, Collectors.counting()));
        return groups.keySet().stream()
                .sorted(Comparator.comparing(group -> -groups.get(group)))
                .map(group -> groups.get(group) + " " + group)
                .collect(Collectors.joining(", ", more.size() + " more: ", ""));
    }
}
