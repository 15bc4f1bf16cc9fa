// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#DOUBLE_INT}, for `MINLOC` and `MAXLOC`.
public final class DoubleInt extends Struct {
    DoubleInt() {
        super(MPI.DOUBLE_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Struct.Data {
        private Data() {}

        public double getValue() {
            return getDouble(0);
        }

        public void putValue(double v) {
            putDouble(0, v);
        }

        public int getIndex() {
            return getInt(getExtent() / 2);
        }

        public void putIndex(int v) {
            putInt(getExtent() / 2, v);
        }
    }
}
