// SPDX-License-Identifier: Apache-2.0
/// The C names of OpenSHMEM 1.0 and 1.1 and later spellings of the same routines, for static import: see
/// [org.jshmem.compat.OpenShmem]. The other classes hold the names of one element type or width each, generated from
/// `src/main/templates`. No state lives here; each call finds its PE through the provider.
///
/// May import `org.jshmem` only.
package org.jshmem.compat;
