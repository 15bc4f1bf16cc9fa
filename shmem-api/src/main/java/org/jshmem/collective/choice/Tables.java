// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.ServiceLoader;
import org.jshmem.Collective;

/// The tables of all collectives, found as a service: packages below the algorithms look up names in it.
public interface Tables {
    /// The table of a collective.
    Selection<?> table(Collective collective);

    /// The table of a collective.
    static Selection<?> of(Collective collective) {
        return Found.TABLES.table(collective);
    }

    /// Loads the service at first use.
    final class Found {
        private static final Tables TABLES = ServiceLoader.load(Tables.class, Tables.class.getClassLoader())
                .findFirst()
                .orElseThrow();

        private Found() {}
    }
}
