// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A pair of a value and its place in bytes, for `MINLOC` and `MAXLOC` in Open MPI's spelling.
///
/// @param <D> what reads and writes one pair
public abstract class Struct<D extends Struct.Data> {
    /// Makes a view of the pair at a byte of a buffer.
    interface View<D> {
        D at(ByteBuffer buffer, int offset);
    }

    private final Datatype type;
    private final View<D> view;

    Struct(Datatype type, View<D> view) {
        this.type = type;
        this.view = view;
    }

    /// {@return the bytes of a pair}
    public final int getExtent() {
        return type.getExtent();
    }

    public final Datatype getType() {
        return type;
    }

    public final D getData(ByteBuffer buffer) {
        return getData(buffer, 0);
    }

    /// {@return the pair number `index` of a buffer}
    public final D getData(ByteBuffer buffer, int index) {
        return view.at(buffer, index * getExtent());
    }

    public final D getData(byte[] array) {
        return getData(array, 0);
    }

    public final D getData(byte[] array, int index) {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    /// A pair in a buffer.
    public abstract static class Data {
        final ByteBuffer buffer;
        final int value;
        private final int place;

        Data(ByteBuffer buffer, int offset, Datatype type) {
            this.buffer = buffer;
            this.value = offset;
            this.place = offset + type.getExtent() / 2;
        }

        /// {@return the buffer from this pair on}
        public final ByteBuffer getBuffer() {
            return value == 0 ? buffer : MPI.slice(buffer, value);
        }

        public final int getIndex() {
            return buffer.getInt(place);
        }

        public final void putIndex(int v) {
            buffer.putInt(place, v);
        }
    }
}
