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
    // for NUMBERS

    public final int addNumber() {
        return addNumber(1);
    }

    public final int addNumber(int length) {
        return addData(MPI.NUMBER, length);
    }
    // end

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
        // for NUMBERS

        protected final number getNumber(int field) {
            return buffer.getNumber(offset + field);
        }

        protected final number getNumber(int field, int index) {
            return getNumber(field + index * Kind.NUMBER.bytes);
        }

        protected final void putNumber(int field, number v) {
            buffer.putNumber(offset + field, v);
        }

        protected final void putNumber(int field, int index, number v) {
            putNumber(field + index * Kind.NUMBER.bytes, v);
        }
        // end
    }
}
