// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of single paths within one JVM, by JMH. `bench/jmh` runs them; what PEs do to each other is measured by
/// the programs of the package above.
package org.jshmem.microbench.jmh;
