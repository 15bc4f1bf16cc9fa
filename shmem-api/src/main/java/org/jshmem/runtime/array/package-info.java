// SPDX-License-Identifier: Apache-2.0
/// Symmetric objects as programs see them: arrays, words and signals, each through a context. `SymObject` has
/// the checks that precede every access.
package org.jshmem.runtime.array;
