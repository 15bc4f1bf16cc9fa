// SPDX-License-Identifier: Apache-2.0
/// The real backend: PEs are JVM processes, or threads, that share one memory-mapped job file.
///
/// May import `org.jshmem`, `org.jshmem.transport` and `org.jshmem.runtime.settings`.
package org.jshmem.shm;
