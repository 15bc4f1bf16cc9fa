// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The collective operations whose algorithm and access mode can be chosen.
///
/// ```java
/// world.algorithm(Collective.REDUCE, "rsag");          // on every PE; "auto" returns to the default
/// ```
public enum Collective {
    /// [Team#barrier].
    BARRIER,
    /// [Team#sync].
    SYNC,
    /// [Team#broadcast].
    BROADCAST,
    /// [Team#collect].
    COLLECT,
    /// [Team#fcollect].
    FCOLLECT,
    /// [Team#alltoall].
    ALLTOALL,
    /// [Team#alltoalls].
    ALLTOALLS,
    /// [Team#reduce], also to one member.
    REDUCE,
    /// [Team#inscan] and [Team#exscan].
    SCAN,
    /// [Team#gather] and [Team#gatherv].
    GATHER,
    /// [Team#scatter].
    SCATTER,
    /// [Team#alltoallv].
    ALLTOALLV
}
