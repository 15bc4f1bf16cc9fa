// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The pairs of {@link MPI#INT2}.
public final class Int2 extends Struct<Int2.Data> {
    Int2() {
        super(MPI.INT2, Data::new);
    }

    /// A pair in a buffer.
    public static final class Data extends Struct.Data {
        private Data(ByteBuffer buffer, int offset) {
            super(buffer, offset, MPI.INT2);
        }

        public int getValue() {
            return buffer.getInt(value);
        }

        public void putValue(int v) {
            buffer.putInt(value, v);
        }
    }
}
