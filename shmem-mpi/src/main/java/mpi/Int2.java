// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#INT2}, for `MINLOC` and `MAXLOC`.
public final class Int2 extends Pair {
    Int2() {
        super(MPI.INT2);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public int getValue() {
            return getInt(0);
        }

        public void putValue(int v) {
            putInt(0, v);
        }
    }
}
