// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.util.List;

/// What is explored: a few programs that run side by side on memory that is the same whenever they begin.
public interface Scene {

    /// The programs, fresh for each execution.
    List<Runnable> actors();

    /// Whether an address is never written while the programs run, or used by one of them only: then no order
    /// of its accesses can be told from another.
    boolean isPrivate(long address);

    /// What a word is called in a story.
    String name(long address);
}
