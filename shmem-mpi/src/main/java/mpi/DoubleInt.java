// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The pairs of {@link MPI#DOUBLE_INT}.
public final class DoubleInt extends Struct<DoubleInt.Data> {
    DoubleInt() {
        super(MPI.DOUBLE_INT, Data::new);
    }

    /// A pair in a buffer.
    public static final class Data extends Struct.Data {
        private Data(ByteBuffer buffer, int offset) {
            super(buffer, offset, MPI.DOUBLE_INT);
        }

        public double getValue() {
            return buffer.getDouble(value);
        }

        public void putValue(double v) {
            buffer.putDouble(value, v);
        }
    }
}
