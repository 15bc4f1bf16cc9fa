// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.BuiltIns;

/// The built-in programs of this module, as a service that the launcher finds.
public final class LaunchPrograms implements BuiltIns {

    /// For the service loader.
    public LaunchPrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("hello", Hello.class, "prints a line from every PE").usage(""));
    }
}
