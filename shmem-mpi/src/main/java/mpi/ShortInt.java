// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#SHORT_INT}, for `MINLOC` and `MAXLOC`.
public final class ShortInt extends Pair {
    ShortInt() {
        super(MPI.SHORT_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public short getValue() {
            return getShort(0);
        }

        public void putValue(short v) {
            putShort(0, v);
        }
    }
}
