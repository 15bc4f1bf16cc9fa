// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of shorts: element access here, bulk transfers in [SymArray].
public interface SymShorts extends SymWords<short[], SymShorts> {

    /// Own element `i`, a plain load.
    short get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, short v);

    /// Puts one element.
    void p(long i, short v, int pe);

    /// Gets one element.
    short g(long i, int pe);
}
