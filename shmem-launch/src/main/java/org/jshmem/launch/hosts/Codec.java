// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The conversion of records to bytes and back: one component after the other, each by its type. Text, bytes, lists and
/// maps begin with their length; an enum constant is its ordinal.
final class Codec {
    private Codec() {}

    static byte[] bytes(Record record) {
        var bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes), record);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Object value) throws IOException, ReflectiveOperationException {
        switch (value) {
            case Integer n -> out.writeInt(n);
            case Long n -> out.writeLong(n);
            case Boolean is -> out.writeBoolean(is);
            case Enum<?> constant -> out.writeInt(constant.ordinal());
            case byte[] bytes -> {
                out.writeInt(bytes.length);
                out.write(bytes);
            }
            case String text -> write(out, text.getBytes(StandardCharsets.UTF_8));
            case Path path -> write(out, path.toString());
            case InetAddress address -> write(out, address.getAddress());
            case List<?> list -> {
                out.writeInt(list.size());
                for (Object each : list) write(out, each);
            }
            case Map<?, ?> map -> {
                out.writeInt(map.size());
                for (var entry : map.entrySet()) {
                    write(out, entry.getKey());
                    write(out, entry.getValue());
                }
            }
            case Record record -> {
                for (RecordComponent component : record.getClass().getRecordComponents()) {
                    write(out, component.getAccessor().invoke(record));
                }
            }
            default -> throw new IllegalStateException("a record has a " + value.getClass());
        }
    }

    /// Reads the bytes that [#bytes] wrote. Throws an `IOException` for bytes that it cannot have written.
    static <T> T read(byte[] bytes, Class<T> type) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            T value = type.cast(read(in, type));
            if (!in.hasRemaining()) return value;
        } catch (BufferUnderflowException | IndexOutOfBoundsException | InvalidPathException | UnknownHostException e) {
            throw unreadable(type, bytes, e);
        } catch (ReflectiveOperationException e) {
            throw unreadable(type, bytes, e.getCause() == null ? e : e.getCause());
        }
        throw unreadable(type, bytes, null);
    }

    private static IOException unreadable(Class<?> type, byte[] bytes, Throwable why) {
        return new IOException("%d bytes are not a frame %s".formatted(bytes.length, type.getSimpleName()), why);
    }

    private static Object read(ByteBuffer in, Type type) throws IOException, ReflectiveOperationException {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            return generic.getRawType() == Map.class ? map(in, of[0], of[1]) : list(in, of[0]);
        }
        if (type == int.class) return in.getInt();
        if (type == long.class) return in.getLong();
        if (type == boolean.class) return in.get() != 0;
        if (type == byte[].class) return block(in);
        if (type == String.class) return new String(block(in), StandardCharsets.UTF_8);
        if (type == Path.class) return Path.of(new String(block(in), StandardCharsets.UTF_8));
        if (type == InetAddress.class) return InetAddress.getByAddress(block(in));
        Class<?> known = (Class<?>) type;
        return known.isEnum() ? known.getEnumConstants()[in.getInt()] : record(in, known);
    }

    private static byte[] block(ByteBuffer in) {
        byte[] bytes = new byte[count(in)];
        in.get(bytes);
        return bytes;
    }

    /// Reads a length, which may not exceed the remaining bytes.
    private static int count(ByteBuffer in) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining()) throw new BufferUnderflowException();
        return count;
    }

    private static List<Object> list(ByteBuffer in, Type of) throws IOException, ReflectiveOperationException {
        List<Object> list = new ArrayList<>();
        for (int n = count(in); n > 0; n--) list.add(read(in, of));
        return list;
    }

    private static Map<Object, Object> map(ByteBuffer in, Type key, Type value)
            throws IOException, ReflectiveOperationException {
        Map<Object, Object> map = new LinkedHashMap<>(); // keeps their order
        for (int n = count(in); n > 0; n--) map.put(read(in, key), read(in, value));
        return map;
    }

    private static Object record(ByteBuffer in, Class<?> type) throws IOException, ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int k = 0; k < values.length; k++) values[k] = read(in, components[k].getGenericType());
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> canonical = type.getDeclaredConstructor(types);
        canonical.setAccessible(true); // a record may be private to another class of this package
        return canonical.newInstance(values);
    }
}
