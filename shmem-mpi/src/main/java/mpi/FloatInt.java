// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The pairs of {@link MPI#FLOAT_INT}.
public final class FloatInt extends Struct<FloatInt.Data> {
    FloatInt() {
        super(MPI.FLOAT_INT, Data::new);
    }

    /// A pair in a buffer.
    public static final class Data extends Struct.Data {
        private Data(ByteBuffer buffer, int offset) {
            super(buffer, offset, MPI.FLOAT_INT);
        }

        public float getValue() {
            return buffer.getFloat(value);
        }

        public void putValue(float v) {
            buffer.putFloat(value, v);
        }
    }
}
