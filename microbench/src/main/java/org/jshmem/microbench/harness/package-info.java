// SPDX-License-Identifier: Apache-2.0
/// The measurement of a row: warm-up, samples in step, rest, floors, and the output of results. The settings of a run
/// are here too.
package org.jshmem.microbench.harness;
