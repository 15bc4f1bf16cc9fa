// SPDX-License-Identifier: Apache-2.0
/// The same benchmarks by other libraries on this machine.
package org.jshmem.microbench.beside;
