// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Symmetric memory in bytes, with an alignment of its own: the `mem` routines of C. For bytes as numbers, with
/// reductions, use [SymBytes].
public interface SymMem extends SymArray<byte[], SymMem> {}
