// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.microbench.osu.Osu;
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
            "  bin/oshrun -np 2 pgas osu_oshm_put heap -m 1:4096",
            "",
            "osu_oshm_put, osu_oshm_get and so on are the tests of OSU with their own options -i, -x, -m and -f: "
                    + Osu.PREFIX + "*, or osu for all of them.",
            "",
            "Exit status: 2 for bad arguments, 4 where a row was not at rest when its time was over, 5"
                    + " where a test is slower than in the file of --against."
        })
final class SuiteOptions extends SuiteSettings {
    @Parameters(
            paramLabel = "TEST",
            description = "tests to run, or those of a group (cache, all): ${COMPLETION-CANDIDATES}",
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
        options.settle();
        options.usual = options.names.isEmpty();
        options.tests = options.chosen(npes);
        options.algorithms = options.reductions();
        return options;
    }

    private List<Test> chosen(int npes) {
        if (usual) return Tests.usual(npes);
        var all = new LinkedHashSet<Test>();
        for (String name : names) {
            List<Test> group = Tests.group(name, npes);
            if (!group.isEmpty()) all.addAll(group);
            else all.add(Tests.named(name).orElseThrow(() -> InvalidArguments.unknown("TEST", name, new Names())));
        }
        return List.copyOf(all);
    }

    /// Returns the algorithms that the user named, unchecked: the library refuses an unknown name and lists the
    /// valid ones.
    private List<String> reductions() {
        if (algorithms.isEmpty()) return usual ? ReductionModes.CHOSEN : ReductionModes.USUAL;
        return algorithms.equals(List.of("all")) ? AlgorithmNames.names(Collective.REDUCE) : List.copyOf(algorithms);
    }
}
