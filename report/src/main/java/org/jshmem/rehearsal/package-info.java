// SPDX-License-Identifier: Apache-2.0
/// Tools of programs that measure: a warm-up until the compilers rest, the numbers of JVMs and hosts, and refused
/// arguments.
///
/// The package may import `org.jshmem` and `org.jshmem.spi` only.
package org.jshmem.rehearsal;
