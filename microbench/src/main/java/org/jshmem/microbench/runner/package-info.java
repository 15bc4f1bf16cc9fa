// SPDX-License-Identifier: Apache-2.0
/// The runner of benchmarks: warm-up, batches of operations in step, forks, and the output of results.
package org.jshmem.microbench.runner;
