// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of the suite: transfers of two PEs, notification, atomics, waits, collectives, locks, allocation.
package org.jshmem.microbench.pgas;
