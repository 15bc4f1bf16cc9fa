// SPDX-License-Identifier: Apache-2.0
/// Messages of package `mpi`, the library for programs of MPJ Express and Open MPI.
package org.jshmem.microbench.mpi;
