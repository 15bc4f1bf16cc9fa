// SPDX-License-Identifier: Apache-2.0
/// What programs that measure share: that the compiler is done before they begin, and to say where their PEs were.
///
/// May import `org.jshmem` only.
package org.jshmem.rehearsal;
