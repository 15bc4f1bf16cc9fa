// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Symmetric memory in bytes: the `mem` routines.
public interface SymMem extends SymArray<byte[], SymMem> {}
