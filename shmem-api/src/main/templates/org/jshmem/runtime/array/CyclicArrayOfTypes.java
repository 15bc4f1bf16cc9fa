// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import org.jshmem.CyclicTypes;

/// A symmetric array of TYPEs, seen as one array over all PEs.
final class CyclicArrayOfTypes extends Cyclic implements CyclicTypes {
    private final Types array;

    CyclicArrayOfTypes(Types array) {
        super(array);
        this.array = array;
    }

    @Override
    public void p(long i, TYPE v) {
        long k = index("p", i);
        array.p(k, v, pe(i, k));
    }

    @Override
    public TYPE g(long i) {
        long k = index("g", i);
        return array.g(k, pe(i, k));
    }
    // if ATOMIC

    @Override
    public void add(long i, TYPE v) {
        long k = index("add", i);
        array.add(k, v, pe(i, k));
    }

    @Override
    public void inc(long i) {
        long k = index("inc", i);
        array.inc(k, pe(i, k));
    }

    @Override
    public TYPE fetchAdd(long i, TYPE v) {
        long k = index("fetchAdd", i);
        return array.fetchAdd(k, v, pe(i, k));
    }

    @Override
    public TYPE compareSwap(long i, TYPE cond, TYPE v) {
        long k = index("compareSwap", i);
        return array.compareSwap(k, cond, v, pe(i, k));
    }
    // end
}
