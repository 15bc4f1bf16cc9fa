// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#LONG_INT}, for `MINLOC` and `MAXLOC`.
public final class LongInt extends Struct {
    LongInt() {
        super(MPI.LONG_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Struct.Data {
        private Data() {}

        public long getValue() {
            return getLong(0);
        }

        public void putValue(long v) {
            putLong(0, v);
        }

        public int getIndex() {
            return getInt(getExtent() / 2);
        }

        public void putIndex(int v) {
            putInt(getExtent() / 2, v);
        }
    }
}
