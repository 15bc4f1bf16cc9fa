// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.contract.CollectiveCall;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;

/// What everything costs on `knc`, on `scc` and on a `cluster`, to the picosecond, as it was recorded: a
/// refactoring changes no line of the file, and a change of a mechanism says in its commit which lines it changed
/// and why. `-Dgolden.update` records anew.
///
/// A line is a measurement: what, on how many PEs, the latest clock after each size, and a sum over all PEs'
/// clocks that no exchange of two PEs leaves alone.
public abstract class GoldenTimes {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final String UPDATE = "golden.update";
    private static final long HEAP = 4 << 20;
    private static final Set<String> FOR_HOSTS = Set.of("hierarchical", "puts");

    private final List<Callable<String>> measurements = new ArrayList<>();
    private List<String> lines;
    Machine machine = MachineFiles.named("knc");

    /// The algorithms of a collective that are measured. Those for several hosts are left out on one: there they are
    /// those of `auto`, or are not for it.
    protected List<String> names(Collective collective) {
        boolean hosts = machine.name().equals("cluster");
        return AlgorithmNames.names(collective).stream()
                .filter(name -> hosts || !FOR_HOSTS.contains(name))
                .toList();
    }

    protected final void onCluster() {
        machine = MachineFiles.named("cluster").with("cores", 4);
    }

    protected final void onKnc() {
        machine = MachineFiles.named("knc");
    }

    protected final void onScc() {
        machine = MachineFiles.named("scc");
    }

    /// The collectives that are measured; on many PEs, which takes minutes, those of OpenSHMEM.
    static List<Collective> measuredOn(int npes) {
        List<Collective> all = List.of(Collective.values());
        return npes <= 16 ? all : all.subList(0, Collective.GATHER.ordinal());
    }

    protected final void collectivesByBothAccesses(int... pes) {
        collectives(List.of(Access.PUTGET, Access.PTR), pes);
    }

    protected final void collectives(int... pes) {
        collectives(List.of(Access.AUTO), pes);
    }

    private void collectives(List<Access> accesses, int... pes) {
        for (int npes : pes) {
            for (Collective collective : measuredOn(npes)) {
                for (String name : names(collective)) {
                    for (Access by : accesses) collective(collective, name, by, npes, OptionalLong.empty());
                }
            }
        }
    }

    protected final void assertRecorded(String file) throws Exception {
        Path path = FOLDER.resolve(file);
        lines = measured();
        if (System.getProperty(UPDATE) != null) Files.write(path, lines, StandardCharsets.UTF_8);
        assertEqualLines(Files.readAllLines(path));
    }

    /// Each on a machine of its own, one on each core.
    private List<String> measured() throws Exception {
        List<String> all = new ArrayList<>();
        try (ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (Future<String> line : cores.invokeAll(measurements)) all.add(line.get());
        }
        return all;
    }

    private void assertEqualLines(List<String> recorded) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < Math.max(recorded.size(), lines.size()); i++) {
            String was = i < recorded.size() ? recorded.get(i) : "(nothing)";
            String is = i < lines.size() ? lines.get(i) : "(nothing)";
            if (!was.equals(is)) differences.add("recorded " + was + "\n     now " + is);
        }
        assertTrue(
                differences.isEmpty(),
                () -> differences.size() + " of " + lines.size() + " lines differ; the first are\n"
                        + String.join("\n", differences.subList(0, Math.min(20, differences.size()))));
    }

    final void record(String what, int npes, OptionalLong seed, int steps, Steps program) {
        Machine on = machine;
        measurements.add(() -> line(on, what, npes, seed, steps, program));
    }

    /// A simulated program that notes the clocks after each of its steps.
    private static String line(Machine machine, String what, int npes, OptionalLong seed, int steps, Steps program) {
        long[][] clocks = new long[steps][npes];
        JobSpec job = JobSpec.of(machine, npes, Settings.shape(npes, HEAP, 0).regionBytes());
        if (seed.isPresent()) job = job.seed(seed.getAsLong());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, args) -> {
                int me = sh.myPe();
                program.run(sh, step -> clocks[step][me] = sim.picos(me));
            }));
            sim.rethrow();
        }
        StringBuilder line = new StringBuilder(machine.name().equals("knc") ? "" : machine.name() + ' ')
                .append(what)
                .append(" pes=")
                .append(npes);
        seed.ifPresent(value -> line.append(" seed=").append(value));
        long mix = 0;
        for (long[] step : clocks) {
            long latest = 0;
            for (int pe = 0; pe < npes; pe++) {
                latest = Math.max(latest, step[pe]);
                mix += step[pe] * (2L * pe + 1);
            }
            line.append(' ').append(latest);
        }
        return line.append(" sum=").append(mix).toString();
    }

    interface Note {
        void done(int step);
    }

    interface Steps {
        void run(Shmem sh, Note note);
    }

    /// Elements of 8 bytes.
    private static int[] sizes(int npes) {
        if (npes <= 8) return new int[] {1, 128, 8192};
        if (npes <= 16) return new int[] {1, 500};
        return npes <= 61 ? new int[] {2, 300} : new int[] {3};
    }

    final void collective(Collective collective, String algorithm, Access access, int npes, OptionalLong seed) {
        boolean noData = collective == Collective.BARRIER || collective == Collective.SYNC;
        int[] sizes = noData ? new int[] {0, 0, 0} : sizes(npes);
        int most = Math.max(8, sizes[sizes.length - 1]);
        boolean wide = noData || collective == Collective.REDUCE || collective == Collective.BROADCAST;
        int blocks = wide ? 2 : 2 * npes;
        int fits = (int) Math.min(most, (HEAP / 2 - (1 << 16)) / 8 / blocks);
        String what = collective.name().toLowerCase(Locale.ROOT) + " " + algorithm + "/"
                + access.name().toLowerCase(Locale.ROOT);
        record(what, npes, seed, sizes.length + 1, (sh, note) -> {
            Team team = sh.world();
            team.algorithm(collective, algorithm);
            team.access(collective, access);
            SymLongs src = sh.longs((long) fits * blocks);
            SymLongs dst = sh.longs((long) fits * blocks);
            long[] values = new long[fits];
            src.put(0, values, 0, fits, sh.myPe());
            note.done(0);
            for (int i = 0; i < sizes.length; i++) {
                call(team, collective, src, dst, Math.min(sizes[i], fits));
                call(team, collective, src, dst, Math.min(sizes[i], fits));
                note.done(i + 1);
            }
        });
    }

    private static long[] counts(int npes, int me, int n) {
        long[] counts = new long[npes];
        for (int k = 0; k < npes; k++) counts[k] = (long) n - (me + k) % 2;
        return counts;
    }

    private static void call(Team team, Collective collective, SymLongs src, SymLongs dst, int n) {
        int me = team.myPe();
        int npes = team.nPes();
        int root = collective == Collective.BROADCAST ? npes - 1 : 1;
        int count = collective == Collective.ALLTOALLS ? n / 2 : n;
        var sums = new CollectiveCall.Arguments(me, npes, count, n - me % 2, root, Op.SUM, 2, 2, counts(npes, me, n));
        CollectiveCall.of(collective).call(team, dst, src, sums);
        if (collective == Collective.SCAN) CollectiveCall.EXSCAN.call(team, dst, src, sums.with(Op.MAX));
    }
}
