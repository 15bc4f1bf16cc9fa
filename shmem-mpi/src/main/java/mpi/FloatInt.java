// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#FLOAT_INT}, for `MINLOC` and `MAXLOC`.
public final class FloatInt extends Pair {
    FloatInt() {
        super(MPI.FLOAT_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public float getValue() {
            return getFloat(0);
        }

        public void putValue(float v) {
            putFloat(0, v);
        }
    }
}
