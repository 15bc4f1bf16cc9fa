// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of bytes: element access here, bulk transfers in [SymArray].
public interface SymBytes extends SymNumbers<byte[], SymBytes> {

    /// Own element `i`, a plain load.
    byte get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, byte v);

    /// Puts one element.
    void p(long i, byte v, int pe);

    /// Gets one element.
    byte g(long i, int pe);
}
