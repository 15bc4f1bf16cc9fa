// SPDX-License-Identifier: Apache-2.0
/// The NAS parallel benchmarks, written to `org.jshmem` alone: a package for each kernel, and `npb` for their common
/// parts.
package org.jshmem.nas;
