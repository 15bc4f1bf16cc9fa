// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A record in bytes, in Open MPI's spelling: a program's class adds fields, and its `Data` reads and writes them.
public abstract class Struct {
    private final List<Datatype> types = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private int extent; // of the fields so far
    private Datatype type; // null until it is made

    public Struct() {}

    /// A pair of the library's.
    Struct(Datatype type) {
        this.type = type;
    }

    protected abstract Data newData();

    public final Datatype getType() {
        if (type == null) {
            int[] at = offsets.stream().mapToInt(k -> k).toArray();
            int[] counts = lengths.stream().mapToInt(k -> k).toArray();
            type = Datatype.createStruct(counts, at, types.toArray(Datatype[]::new));
        }
        return type;
    }

    /// {@return the bytes of a record}
    public final int getExtent() {
        return getType().getExtent();
    }

    @SuppressWarnings("unchecked") // the program names the class of its own newData
    private <T extends Data> T data(ByteBuffer buffer, int offset) {
        getType();
        Data data = newData();
        data.buffer = buffer;
        data.offset = offset;
        return (T) data;
    }

    public final <T extends Data> T getData(ByteBuffer buffer) {
        return data(buffer, 0);
    }

    /// {@return the record number `index` of a buffer}
    public final <T extends Data> T getData(ByteBuffer buffer, int index) {
        return data(buffer, index * getExtent());
    }

    public final <T extends Data> T getData(byte[] array) {
        return getData(array, 0);
    }

    public final <T extends Data> T getData(byte[] array, int index) {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    private int add(Datatype field, int bytes, int length) {
        int offset = extent;
        setOffset(offset + bytes * length);
        types.add(field);
        offsets.add(offset);
        lengths.add(length);
        return offset;
    }

    /// Leaves bytes free: the next field begins at `offset`.
    public final Struct setOffset(int offset) {
        if (type == null && offset >= extent) {
            extent = offset;
            return this;
        }
        String mistake = "%s: a field that begins or ends at byte %d of %d%s; add fields in ascending order before the"
                + " first use";
        String used = type == null ? "" : ", which is in use";
        throw MPI.refuse(MPI.ERR_ARG, mistake, getClass().getSimpleName(), offset, extent, used);
    }

    public final int addStruct(Struct struct) {
        return addStruct(struct, 1);
    }

    public final int addStruct(Struct struct, int length) {
        return add(struct.getType(), struct.getExtent(), length);
    }

    public final int addData(Datatype field) {
        return addData(field, 1);
    }

    public final int addData(Datatype field, int length) {
        return add(field, field.extent * field.kind.bytes, length);
    }

    // a field of each basic type, which returns its offset; then the same as an array

    public final int addByte() {
        return addByte(1);
    }

    public final int addByte(int length) {
        return addData(MPI.BYTE, length);
    }

    public final int addChar() {
        return addChar(1);
    }

    public final int addChar(int length) {
        return addData(MPI.CHAR, length);
    }

    public final int addShort() {
        return addShort(1);
    }

    public final int addShort(int length) {
        return addData(MPI.SHORT, length);
    }

    public final int addInt() {
        return addInt(1);
    }

    public final int addInt(int length) {
        return addData(MPI.INT, length);
    }

    public final int addLong() {
        return addLong(1);
    }

    public final int addLong(int length) {
        return addData(MPI.LONG, length);
    }

    public final int addFloat() {
        return addFloat(1);
    }

    public final int addFloat(int length) {
        return addData(MPI.FLOAT, length);
    }

    public final int addDouble() {
        return addDouble(1);
    }

    public final int addDouble(int length) {
        return addData(MPI.DOUBLE, length);
    }

    /// A record in a buffer. A field is named by its offset.
    public abstract class Data {
        private ByteBuffer buffer;
        private int offset;

        private ByteBuffer from(int at) {
            return at == 0 ? buffer : MPI.slice(buffer, at);
        }

        /// {@return the buffer from this record on}
        public final ByteBuffer getBuffer() {
            return from(offset);
        }

        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return from(offset + field);
        }

        protected final ByteBuffer getBuffer(Datatype type, int field, int index) {
            return from(offset + field + index * type.extent * type.kind.bytes);
        }

        protected final <D extends Data> D getData(Struct struct, int field) {
            return struct.data(buffer, offset + field);
        }

        protected final <D extends Data> D getData(Struct struct, int field, int index) {
            return struct.data(buffer, offset + field + index * struct.getExtent());
        }

        protected final byte getByte(int field) {
            return buffer.get(offset + field);
        }

        protected final byte getByte(int field, int index) {
            return getByte(field + index);
        }

        protected final void putByte(int field, byte v) {
            buffer.put(offset + field, v);
        }

        protected final void putByte(int field, int index, byte v) {
            putByte(field + index, v);
        }

        protected final char getChar(int field) {
            return buffer.getChar(offset + field);
        }

        protected final char getChar(int field, int index) {
            return getChar(field + index * Character.BYTES);
        }

        protected final void putChar(int field, char v) {
            buffer.putChar(offset + field, v);
        }

        protected final void putChar(int field, int index, char v) {
            putChar(field + index * Character.BYTES, v);
        }

        protected final short getShort(int field) {
            return buffer.getShort(offset + field);
        }

        protected final short getShort(int field, int index) {
            return getShort(field + index * Short.BYTES);
        }

        protected final void putShort(int field, short v) {
            buffer.putShort(offset + field, v);
        }

        protected final void putShort(int field, int index, short v) {
            putShort(field + index * Short.BYTES, v);
        }

        protected final int getInt(int field) {
            return buffer.getInt(offset + field);
        }

        protected final int getInt(int field, int index) {
            return getInt(field + index * Integer.BYTES);
        }

        protected final void putInt(int field, int v) {
            buffer.putInt(offset + field, v);
        }

        protected final void putInt(int field, int index, int v) {
            putInt(field + index * Integer.BYTES, v);
        }

        protected final long getLong(int field) {
            return buffer.getLong(offset + field);
        }

        protected final long getLong(int field, int index) {
            return getLong(field + index * Long.BYTES);
        }

        protected final void putLong(int field, long v) {
            buffer.putLong(offset + field, v);
        }

        protected final void putLong(int field, int index, long v) {
            putLong(field + index * Long.BYTES, v);
        }

        protected final float getFloat(int field) {
            return buffer.getFloat(offset + field);
        }

        protected final float getFloat(int field, int index) {
            return getFloat(field + index * Float.BYTES);
        }

        protected final void putFloat(int field, float v) {
            buffer.putFloat(offset + field, v);
        }

        protected final void putFloat(int field, int index, float v) {
            putFloat(field + index * Float.BYTES, v);
        }

        protected final double getDouble(int field) {
            return buffer.getDouble(offset + field);
        }

        protected final double getDouble(int field, int index) {
            return getDouble(field + index * Double.BYTES);
        }

        protected final void putDouble(int field, double v) {
            buffer.putDouble(offset + field, v);
        }

        protected final void putDouble(int field, int index, double v) {
            putDouble(field + index * Double.BYTES, v);
        }
    }
}
