// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Shmem;

/// The 19 OSHMEM tests of the OSU micro-benchmarks 7.5: `bin/oshrun -np 2 pgas osu_oshm_put heap`.
///
/// Each test is OSU's loop with OSU's numbers of iterations, and prints OSU's columns. There is no warm-up besides
/// OSU's and no statistics besides OSU's, so its output can stand next to that of the C programs.
public final class Osu {
    public static final String PREFIX = "osu_oshm_";

    /// The name of the group of all tests.
    public static final String ALL = "osu";

    /// A test.
    ///
    /// @param pair whether it needs exactly two PEs; else at least two
    private record Test(boolean pair, Body body) {}

    @FunctionalInterface
    private interface Body {
        void run(Shmem sh, OsuOptions options, OsuOutput out);
    }

    private static final Map<String, Test> TESTS = new LinkedHashMap<>();

    static {
        for (OsuPointToPoint test : OsuPointToPoint.values()) add(test.name(), true, test::run);
        for (OsuMessageRate test : OsuMessageRate.values()) add(test.name(), false, test::run);
        add("put_overlap", true, (sh, options, out) -> new OsuOverlap(sh, true).run(options, out));
        add("get_overlap", true, (sh, options, out) -> new OsuOverlap(sh, false).run(options, out));
        add("atomics", false, (sh, options, out) -> new OsuAtomics(sh, options, out).run());
        for (OsuCollectives test : OsuCollectives.values()) add(test.name(), false, test::run);
    }

    private static void add(String name, boolean pair, Body body) {
        TESTS.put(PREFIX + name.toLowerCase(Locale.ROOT), new Test(pair, body));
    }

    private Osu() {}

    public static List<String> names() {
        return List.copyOf(TESTS.keySet());
    }

    /// Runs the tests that the arguments name. Collective.
    ///
    /// @throws IllegalArgumentException on every PE, before the first test, if an argument is wrong
    public static void run(Shmem sh, PrintStream out, String... args) {
        OsuOptions options = OsuOptions.parse(args);
        boolean all = options.tests().contains(ALL);
        for (String name : all ? names() : options.tests()) {
            Test test = TESTS.get(name);
            if (test == null) {
                throw new IllegalArgumentException(
                        "TEST '" + name + "' is unknown; use one of " + String.join(", ", names()));
            }
            boolean enough = test.pair ? sh.nPes() == 2 : sh.nPes() >= 2;
            if (!enough && all) continue;
            if (!enough)
                throw new IllegalArgumentException(name + " needs " + (test.pair ? "exactly" : "at least")
                        + " two PEs, not " + sh.nPes() + "; give -np 2");
            test.body.run(sh, options, new OsuOutput(sh.myPe() == 0 ? out : null, options.full()));
        }
    }
}
