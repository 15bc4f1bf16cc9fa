// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import org.jshmem.CyclicTypes;
// if SWAP
import org.jshmem.SymTypes;
// end

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
    // if SWAP

    @Override
    public TYPE atomicFetch(long i) {
        long k = index("atomicFetch", i);
        return array.atomicFetch(k, pe(i, k));
    }

    @Override
    public void atomicSet(long i, TYPE v) {
        long k = index("atomicSet", i);
        array.atomicSet(k, v, pe(i, k));
    }

    @Override
    public TYPE atomicSwap(long i, TYPE v) {
        long k = index("atomicSwap", i);
        return array.atomicSwap(k, v, pe(i, k));
    }

    @Override
    public void fetchNbi(long i, SymTypes dst, long to) {
        long k = index("fetchNbi", i);
        array.fetchNbi(k, pe(i, k), dst, to);
    }

    @Override
    public void swapNbi(long i, TYPE v, SymTypes dst, long to) {
        long k = index("swapNbi", i);
        array.swapNbi(k, v, pe(i, k), dst, to);
    }
    // end
    // if ATOMIC

    @Override
    public TYPE compareSwap(long i, TYPE cond, TYPE v) {
        long k = index("compareSwap", i);
        return array.compareSwap(k, cond, v, pe(i, k));
    }

    @Override
    public void compareSwapNbi(long i, TYPE cond, TYPE v, SymTypes dst, long to) {
        long k = index("compareSwapNbi", i);
        array.compareSwapNbi(k, cond, v, pe(i, k), dst, to);
    }

    @Override
    public TYPE fetchInc(long i) {
        long k = index("fetchInc", i);
        return array.fetchInc(k, pe(i, k));
    }

    @Override
    public void fetchIncNbi(long i, SymTypes dst, long to) {
        long k = index("fetchIncNbi", i);
        array.fetchIncNbi(k, pe(i, k), dst, to);
    }

    @Override
    public void inc(long i) {
        long k = index("inc", i);
        array.inc(k, pe(i, k));
    }
    // for ATOMICS

    @Override
    public TYPE fetchOp(long i, TYPE v) {
        long k = index("fetchOp", i);
        return array.fetchOp(k, v, pe(i, k));
    }

    @Override
    public void fetchOpNbi(long i, TYPE v, SymTypes dst, long to) {
        long k = index("fetchOpNbi", i);
        array.fetchOpNbi(k, v, pe(i, k), dst, to);
    }

    @Override
    public void op(long i, TYPE v) {
        long k = index("op", i);
        array.op(k, v, pe(i, k));
    }
    // end
    // end
}
