// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.List;

/// The programs of one module: a service.
@FunctionalInterface
public interface BuiltIns {

    /// All programs of the module.
    List<BuiltIn> programs();
}
