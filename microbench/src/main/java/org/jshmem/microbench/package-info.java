// SPDX-License-Identifier: Apache-2.0
/// The PGAS microbenchmark suite and STREAM, written to `org.jshmem` alone.
package org.jshmem.microbench;
