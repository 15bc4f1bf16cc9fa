// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;

/// The part of a program's buffer that a call sends or receives: `count` items of a type from element `offset` on.
///
/// @param buf an array, a buffer of java.nio, or null if there is nothing in it
/// @param window the elements as memory without a copy, or null if they are apart, or no plain memory
record Data(Object buf, int offset, int count, Datatype type, MemorySegment window) {
    static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    Data(Object buf, int offset, int count, Datatype type) {
        this(buf, offset, count, type, count == 0 ? NOTHING : window(memory(buf), offset, count, type));
    }

    private static MemorySegment window(MemorySegment memory, int offset, int count, Datatype type) {
        if (memory == null || !type.isDense(count)) return null;
        long each = type.kind.bytes;
        return memory.asSlice(offset * each, (long) count * type.size * each);
    }

    /// Checks the arguments of a call. The count of a receive may exceed its buffer: a message that fits is stored.
    static Data of(Object call, boolean receives, Object buf, int offset, int count, Datatype type) {
        if (type == null || type.freed) {
            throw MPI.refuse(MPI.ERR_TYPE, "%s: the datatype is %s; give one such as MPI.INT", call, type);
        }
        if (count < 0) throw MPI.refuse(MPI.ERR_COUNT, "%s: count %d is negative; give 0 or more", call, count);
        if (count == 0) return new Data(null, 0, 0, type);
        if (!type.kind.fits(buf)) {
            String given = buf == null ? "null" : buf.getClass().getSimpleName();
            String mistake = "%s: the buffer is %s, and %s needs %s; give one, or another datatype";
            throw MPI.refuse(MPI.ERR_BUFFER, mistake, call, given, type, type.kind.array.getSimpleName());
        }
        MemorySegment memory = memory(buf);
        long length = memory == null ? Array.getLength(buf) : memory.byteSize() / type.kind.bytes;
        long first = (long) offset + type.low(count);
        long end = (long) offset + type.high(count);
        if (type.size > 0 && (first < 0 || end > length)) {
            long room = (length - offset - type.high(1)) / Math.max(1, type.extent) + 1;
            if (receives && room > 0 && room < count) return of(call, true, buf, offset, (int) room, type);
            String mistake = "%s: offset %d and %d of %s need elements %d to %d of a buffer that has %d; give a smaller"
                    + " count or a longer buffer";
            throw MPI.refuse(MPI.ERR_COUNT, mistake, call, offset, count, type, first, end - 1, length);
        }
        return new Data(buf, offset, count, type, window(memory, offset, count, type));
    }

    /// A new array for items of a type, which lie in it as in a buffer from its begin on, or as near as their places
    /// allow.
    static Data temporary(Datatype type, int count) {
        int offset = Math.max(0, -type.low(count));
        return new Data(type.kind.newArray(offset + type.high(count)), offset, count, type);
    }

    /// As [#temporary] in bytes, which are those of `buffer`, or new ones if it is null.
    static Data inBytes(ByteBuffer buffer, Datatype type, int count) {
        int offset = Math.max(0, -type.low(count));
        int bytes = (offset + type.high(count)) * type.kind.bytes;
        ByteBuffer all = buffer == null ? ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder()) : buffer;
        return new Data(all, offset, count, type);
    }

    /// The memory of an array or a buffer from its first element on, or null for booleans and objects in arrays.
    static MemorySegment memory(Object buf) {
        return switch (buf) {
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case Buffer b -> MemorySegment.ofBuffer(b.duplicate().clear());
            case null, default -> null;
        };
    }

    static MemorySegment copy(MemorySegment bytes) {
        return MemorySegment.ofArray(bytes.toArray(ValueLayout.JAVA_BYTE));
    }

    int elements() {
        return count * type.size;
    }

    /// The most bytes of a message for this; objects have no limit.
    long bytes() {
        return (long) elements() * type.kind.bytes;
    }

    /// The places in the buffer of the first `n` elements.
    private int[] places(int n) {
        int[] one = IntStream.iterate(0, k -> k < type.runs.length, k -> k + 2)
                .flatMap(k -> IntStream.range(type.runs[k], type.runs[k] + type.runs[k + 1]))
                .toArray();
        return IntStream.range(0, n)
                .map(i -> offset + i / type.size * type.extent + one[i % type.size])
                .toArray();
    }

    /// The bytes of the message: the window, or a copy.
    MemorySegment wire() {
        if (type.kind == Kind.OBJECT) return MemorySegment.ofArray(serialized());
        if (window != null) return window;
        MemorySegment wire = MemorySegment.ofArray(new byte[(int) bytes()]);
        move(wire, true);
        return wire;
    }

    /// Stores a message that is not longer than this.
    void take(MemorySegment wire) {
        if (type.kind == Kind.OBJECT) deserialize(wire);
        else if (window != null) MemorySegment.copy(wire, 0, window, 0, wire.byteSize());
        else move(wire, false);
    }

    /// Copies the elements run by run, out of the buffer or into it.
    private void move(MemorySegment wire, boolean out) {
        long each = type.kind.bytes;
        long end = wire.byteSize();
        if (buf instanceof boolean[] flags) {
            int[] places = places((int) end);
            for (int i = 0; i < end; i++) {
                if (out) wire.set(ValueLayout.JAVA_BYTE, i, (byte) (flags[places[i]] ? 1 : 0));
                else flags[places[i]] = wire.get(ValueLayout.JAVA_BYTE, i) != 0;
            }
            return;
        }
        MemorySegment memory = memory(buf);
        long from = offset;
        for (long done = 0; done < end; from += type.extent) {
            for (int k = 0; k < type.runs.length && done < end; k += 2) {
                long at = (from + type.runs[k]) * each;
                long n = Math.min(type.runs[k + 1] * each, end - done);
                if (out) MemorySegment.copy(memory, at, wire, done, n);
                else MemorySegment.copy(wire, done, memory, at, n);
                done += n;
            }
        }
    }

    private byte[] serialized() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeInt(elements());
            for (int at : places(elements())) out.writeObject(((Object[]) buf)[at]);
        } catch (IOException e) {
            throw MPI.failure(MPI.ERR_TYPE, e, "an object cannot be sent, %s; make its class Serializable", e);
        }
        return bytes.toByteArray();
    }

    private void deserialize(MemorySegment wire) {
        try (var in = objects(new ByteArrayInputStream(wire.toArray(ValueLayout.JAVA_BYTE)))) {
            int n = in.readInt();
            if (n > elements()) {
                String mistake = "%d objects have arrived for a buffer of %d; give a longer buffer and count";
                throw MPI.refuse(MPI.ERR_TRUNCATE, mistake, n, elements());
            }
            for (int at : places(n)) Array.set(buf, at, in.readObject());
        } catch (MPIException e) {
            throw e;
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            throw MPI.failure(MPI.ERR_TYPE, e, "an object cannot be received, %s; give an array of its class", e);
        }
    }

    /// Finds classes as the program finds them, whose loader is another one than this library's where PEs share a JVM.
    private static ObjectInputStream objects(InputStream bytes) throws IOException {
        return new ObjectInputStream(bytes) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
                try {
                    ClassLoader program = Thread.currentThread().getContextClassLoader();
                    return Class.forName(description.getName(), false, program);
                } catch (ClassNotFoundException e) {
                    return super.resolveClass(description);
                }
            }
        };
    }
}
