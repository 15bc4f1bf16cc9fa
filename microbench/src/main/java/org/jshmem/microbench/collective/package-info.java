// SPDX-License-Identifier: Apache-2.0
/// Tests of all PEs together: collectives and their algorithms, locks, allocation, the start of a job.
package org.jshmem.microbench.collective;
