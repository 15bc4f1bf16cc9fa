// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.util.stream.IntStream;

/// How much a test tries: few samples with `mvn verify`, all of them with `mvn verify -Plong`, which runs the
/// tests with the tag [#TAG] once more.
public final class Samples {
    /// Tag of tests that try more with `-Plong`; a subclass inherits it.
    public static final String TAG = "sampled";

    private static final boolean ALL =
            System.getProperty("jshmem.samples", "few").equals("all");

    /// Property with the seed of a sample of cases; a run without it takes that of the commit and prints it.
    public static final String SEED_PROPERTY = "samples.seed";

    private static final int QUARTERS = 4;

    private static final long SEED = seed();

    private Samples() {}

    private static long seed() {
        Long given = Long.getLong(SEED_PROPERTY);
        if (given != null || ALL) return given == null ? 0 : given;
        long drawn = ofCommit() % QUARTERS;
        System.out.println("-D" + SEED_PROPERTY + "=" + drawn);
        return drawn;
    }

    /// A number of the commit's content, which is equal in all its builds; 0 outside a clone.
    public static long ofCommit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD^{tree}")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String tree = git.inputReader().readLine();
            return git.waitFor() == 0 ? Long.parseLong(tree.substring(0, 8), 16) : 0;
        } catch (IOException | InterruptedException e) {
            return 0; // no git
        }
    }

    /// The seed of this run, which other JVMs of the same test need too.
    public static long seedOfCases() {
        return SEED;
    }

    /// The numbers, sizes or cases that this run tries.
    public static <T> T of(T few, T all) {
        return ALL ? all : few;
    }

    /// Whether this run tries a case that is made of choices, each numbered from 0: all cases with `-Plong`, otherwise
    /// one of four, such that each pair of choices occurs if a third choice has four values.
    public static boolean tries(int... choices) {
        return ALL || Math.floorMod(IntStream.of(choices).sum() + SEED, QUARTERS) == 0;
    }
}
