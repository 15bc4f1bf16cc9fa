// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#LONG_INT}, for `MINLOC` and `MAXLOC`.
public final class LongInt extends Pair {
    LongInt() {
        super(MPI.LONG_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public long getValue() {
            return getLong(0);
        }

        public void putValue(long v) {
            putLong(0, v);
        }
    }
}
