// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import org.jshmem.Collective;
import org.jshmem.microbench.harness.Case;
import org.jshmem.runtime.settings.Environment;

/// The names of the algorithm and the access mode in a row of a collective: those of the environment, else `auto`.
final class ChosenAlgorithm {
    private ChosenAlgorithm() {}

    static Case of(String benchmark, Collective collective) {
        return of(benchmark, collective, new Environment(System.getenv()));
    }

    static Case of(String benchmark, Collective collective, Environment environment) {
        return Case.collective(
                benchmark, environment.algorithmOf(collective), Case.name(environment.accessOf(collective)));
    }
}
