// SPDX-License-Identifier: Apache-2.0
/// The C names of OpenSHMEM 1.6 and the versions before it, for static import: see
/// [org.jshmem.compat.OpenShmem].
///
/// The other classes are a chain that `OpenShmem` inherits from: setup and memory, ordering, teams, active
/// sets, then the names of each width and each element type, which the build generates from its table of
/// routines. No state lives here; each call finds its PE through the provider.
///
/// May import `org.jshmem` only.
package org.jshmem.compat;
