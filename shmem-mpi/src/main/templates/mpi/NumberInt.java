// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The pairs of {@link MPI#NUMBER_INT}, for `MINLOC` and `MAXLOC`.
public final class NumberInt extends Pair {
    NumberInt() {
        super(MPI.NUMBER_INT);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /// A pair in a buffer.
    public final class Data extends Pair.Data {
        private Data() {}

        public number getValue() {
            return getNumber(0);
        }

        public void putValue(number v) {
            putNumber(0, v);
        }
    }
}
