// SPDX-License-Identifier: Apache-2.0
/// How a row is measured: warm-up, samples in step, rest, and where results are printed. The options of a run
/// and the C floors that rows stand beside are here too.
package org.jshmem.microbench.harness;
