// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array whose elements can be combined by [Team#reduce] and the scans.
///
/// @param <A> the Java array of the same elements
/// @param <S> the type itself
public interface SymNumbers<A, S extends SymNumbers<A, S>> extends SymArray<A, S> {}
