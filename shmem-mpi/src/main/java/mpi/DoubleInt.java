// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#DOUBLE_INT}, for `MINLOC` and `MAXLOC`.
public final class DoubleInt extends Pair {
    DoubleInt() {
        super(MPI.DOUBLE_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public double getValue() {
            return getDouble(0);
        }

        public void putValue(double v) {
            putDouble(0, v);
        }
    }
}
