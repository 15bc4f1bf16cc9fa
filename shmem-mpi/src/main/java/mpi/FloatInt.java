// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#FLOAT_INT}, for `MINLOC` and `MAXLOC`.
public final class FloatInt extends Struct {
    FloatInt() {
        super(MPI.FLOAT_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Struct.Data {
        private Data() {}

        public float getValue() {
            return getFloat(0);
        }

        public void putValue(float v) {
            putFloat(0, v);
        }

        public int getIndex() {
            return getInt(getExtent() / 2);
        }

        public void putIndex(int v) {
            putInt(getExtent() / 2, v);
        }
    }
}
