// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The pairs of {@link MPI#LONG_INT}.
public final class LongInt extends Struct<LongInt.Data> {
    LongInt() {
        super(MPI.LONG_INT, Data::new);
    }

    /// A pair in a buffer.
    public static final class Data extends Struct.Data {
        private Data(ByteBuffer buffer, int offset) {
            super(buffer, offset, MPI.LONG_INT);
        }

        public long getValue() {
            return buffer.getLong(value);
        }

        public void putValue(long v) {
            buffer.putLong(value, v);
        }
    }
}
