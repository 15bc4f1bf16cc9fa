// SPDX-License-Identifier: Apache-2.0
/// The same operations in C: alone, by another OpenSHMEM, and by MPI.
package org.jshmem.microbench.reference;
