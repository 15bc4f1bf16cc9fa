// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The pairs of {@link MPI#SHORT_INT}.
public final class ShortInt extends Struct<ShortInt.Data> {
    ShortInt() {
        super(MPI.SHORT_INT, Data::new);
    }

    /// A pair in a buffer.
    public static final class Data extends Struct.Data {
        private Data(ByteBuffer buffer, int offset) {
            super(buffer, offset, MPI.SHORT_INT);
        }

        public short getValue() {
            return buffer.getShort(value);
        }

        public void putValue(short v) {
            buffer.putShort(value, v);
        }
    }
}
