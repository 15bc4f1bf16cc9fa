// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.List;
import org.jshmem.Collective;

/// Algorithms of other modules, found as a service. Programs choose them by name; `auto` does not take them.
public interface AlgorithmService {
    /// Returns the algorithms of a collective, of the interface that its own algorithms have.
    List<? extends Algorithm<?>> algorithms(Collective collective);
}
