// SPDX-License-Identifier: Apache-2.0
/// What programs that measure need of a JVM: that its compiler is done before they begin.
///
/// May import `org.jshmem` only.
package org.jshmem.rehearsal;
