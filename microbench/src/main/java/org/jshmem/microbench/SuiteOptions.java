// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.catalog.Catalog;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.harness.Osu;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.rehearsal.InvalidArguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// The command line of the suite.
@Command(
        name = "pgas",
        sortOptions = false,
        description = "Measures latency, bandwidth, synchronisation and collectives between PEs, next to what the"
                + " hardware gives. Without TEST a default set runs.",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun -np 2 pgas",
            "  bin/oshrun -np 64 pgas --report out",
            "  bin/oshrun -np 8 pgas reduce --algorithm rd,rsag,auto --sizes 1..1048576",
            "  bin/oshrun -np 2 pgas osu_oshm_put -m 1:4096 -f",
            "",
            "Exit status: 2 for bad arguments, 4 where a row was not at rest when its time was over, 5"
                    + " where a test is slower than in the file of --against."
        })
final class SuiteOptions extends SuiteSettings {
    @Parameters(
            paramLabel = "TEST",
            description = "tests to run, or those of a group (osu, cache, all), or those of OSU by its names:"
                    + " ${COMPLETION-CANDIDATES}",
            completionCandidates = Names.class)
    private List<String> names = new ArrayList<>();

    /// The names of all tests, for the usage text.
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            for (Test test : Tests.all()) add(test.name());
        }
    }

    /// Reads the command line. Returns null if it contains `--help`; the help text is then in `usage`.
    static SuiteSettings parse(String[] args, int npes, StringBuilder usage) {
        var options = new SuiteOptions();
        if (!options.sinks.read(options, args, usage)) return null;
        boolean osu =
                !options.names.isEmpty() && options.names.stream().allMatch(name -> name.equals("osu") || isOsu(name));
        options.settle(osu);
        options.usual = options.names.isEmpty();
        options.tests = options.chosen(npes);
        options.algorithms = options.reductions(osu);
        return options;
    }

    /// OSU's tests of pairs take an argument for the place of their buffers; here buffers are always in the
    /// symmetric heap.
    private static boolean isMemory(String name) {
        return name.equals("heap") || name.equals("global");
    }

    private static boolean isOsu(String name) {
        return name.startsWith(Osu.PREFIX) || isMemory(name);
    }

    private List<Test> chosen(int npes) {
        if (usual) return Tests.usual(npes);
        var all = new LinkedHashSet<Test>();
        for (String name : names) {
            if (isMemory(name)) continue;
            String own = name.startsWith(Osu.PREFIX) ? Osu.test(name) : name;
            List<Test> group = Tests.group(own, npes);
            if (!group.isEmpty()) all.addAll(group);
            else all.add(Tests.named(own).orElseThrow(() -> InvalidArguments.unknown("TEST", name, new Names())));
        }
        return List.copyOf(all);
    }

    /// Returns the algorithms that the user named, unchecked: the library refuses an unknown name and lists the
    /// valid ones.
    private List<String> reductions(boolean osu) {
        if (algorithms.isEmpty()) return osu ? List.of("auto") : usual ? ReductionModes.CHOSEN : ReductionModes.USUAL;
        return algorithms.equals(List.of("all")) ? Catalog.of(Collective.REDUCE).names() : List.copyOf(algorithms);
    }
}
