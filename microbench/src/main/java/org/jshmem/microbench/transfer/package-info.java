// SPDX-License-Identifier: Apache-2.0
/// Tests of two PEs, or of one PE against all: puts, gets, atomics, waits, signals.
package org.jshmem.microbench.transfer;
