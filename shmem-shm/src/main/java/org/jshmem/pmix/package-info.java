// SPDX-License-Identifier: Apache-2.0
/// PEs that a PMIx server has started, such as `mpirun` of Open MPI, `prterun`, or `srun --mpi=pmix`, without `oshrun`.
///
/// A service: no other package imports it. May import `org.jshmem`, `org.jshmem.transport`,
/// `org.jshmem.runtime.settings` and `org.jshmem.shm`.
package org.jshmem.pmix;
