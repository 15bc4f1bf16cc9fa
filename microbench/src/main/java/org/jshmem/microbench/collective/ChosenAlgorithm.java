// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import org.jshmem.Collective;
import org.jshmem.microbench.harness.Case;
import org.jshmem.runtime.Environment;

/// What a row of a collective calls its algorithm and access mode: by the names that the environment gives, else
/// `auto`.
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
