// SPDX-License-Identifier: Apache-2.0
/// The C names of OpenSHMEM 1.6 and the versions before it, for static import: see
/// [org.jshmem.compat.OpenShmem].
///
/// `OpenShmem` inherits its names from a chain of classes. `Support`, `Handles` and `TeamNames` have the
/// bodies of the names. The build generates all other classes of the chain from its tables of routines. These
/// classes are for setup and memory, signals, order, teams, active sets, each width and each element type. No class
/// has the state of a PE: each call finds its PE through the provider.
///
/// May import `org.jshmem` only.
package org.jshmem.compat;
