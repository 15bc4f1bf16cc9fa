// SPDX-License-Identifier: Apache-2.0
/// The suite's benchmarks in other libraries on this machine.
package org.jshmem.microbench.beside;
