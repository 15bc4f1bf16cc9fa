// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/// An operation of a reduction. The elements of the lower rank are on its left side, so that an operation of
/// the program need not be commutative.
public class Op implements Freeable {
    private final String name;
    private final LongBinaryOperator whole; // null: not for whole numbers
    private final DoubleBinaryOperator real; // null: not for floating point
    private final Boolean location; // TRUE for MAXLOC, FALSE for MINLOC
    private final User_function offsets;
    private final UserFunction arrays;
    private final boolean commute;
    private boolean freed;

    private Op(
            String name,
            LongBinaryOperator whole,
            DoubleBinaryOperator real,
            Boolean location,
            User_function offsets,
            UserFunction arrays,
            boolean commute) {
        this.name = name;
        this.whole = whole;
        this.real = real;
        this.location = location;
        this.offsets = offsets;
        this.arrays = arrays;
        this.commute = commute;
    }

    Op(String name, LongBinaryOperator whole, DoubleBinaryOperator real) {
        this(name, whole, real, null, null, null, true);
    }

    Op(String name, boolean greatest) {
        this(name, null, null, greatest, null, null, true);
    }

    public Op(User_function function, boolean commute) {
        this(function.getClass().getName(), null, null, null, function, null, commute);
    }

    public Op(UserFunction function, boolean commute) {
        this(function.getClass().getName(), null, null, null, null, function, commute);
    }

    public boolean isCommutative() {
        return commute;
    }

    public boolean isNull() {
        return freed;
    }

    /// Ends an operation of the program; those of the library stay.
    @Override
    public void free() {
        if (offsets == null && arrays == null) {
            throw MPI.refuse(MPI.ERR_OP, "free: %s belongs to the library; free operations of the program only", name);
        }
        freed = true;
    }

    @Override
    public String toString() {
        return name;
    }

    /// Refuses a type that this operation cannot combine.
    void check(String call, Datatype type) {
        if (freed) throw MPI.refuse(MPI.ERR_OP, "%s: the operation %s is freed; make a new one", call, name);
        boolean decimal = type.kind == Kind.FLOAT || type.kind == Kind.DOUBLE;
        boolean pairs = type.size % 2 == 0 && type.kind != Kind.BOOLEAN;
        boolean fits = location != null ? pairs : decimal ? real != null : whole != null;
        if (offsets != null || arrays != null || fits && type.kind != Kind.OBJECT) return;
        String mistake = "%s: %s cannot combine %s; give another operation, or one of your own by new Op";
        throw MPI.refuse(MPI.ERR_OP, mistake, call, name, type);
    }

    /// Combines two messages like `mine`, `left` of lower ranks. The result may be in the memory of `right`.
    MemorySegment fold(Data mine, MemorySegment left, MemorySegment right) {
        Datatype type = mine.type();
        int count = mine.count();
        if (arrays != null && type.kind != Kind.OBJECT) {
            ByteBuffer both = copy(right);
            arrays.call(copy(left), both, count, type);
            return Data.memory(both);
        }
        if (offsets != null || arrays != null) {
            Object in = typed(taken(type, count, left).buf(), mine.buf());
            Data inOut = taken(type, count, right);
            if (arrays != null) arrays.call(in, inOut.buf(), count, type);
            else offsets.Call(in, 0, inOut.buf(), 0, count, type);
            return inOut.wire();
        }
        int n = count * type.size;
        if (location != null) locate(type.kind, n, left, right);
        else if (type.kind == Kind.DOUBLE) {
            for (int i = 0; i < n; i++) {
                right.setAtIndex(
                        DOUBLE, i, real.applyAsDouble(left.getAtIndex(DOUBLE, i), right.getAtIndex(DOUBLE, i)));
            }
        } else if (type.kind
                == Kind.FLOAT) { // the sum and product of two floats, rounded from doubles, are exact floats
            for (int i = 0; i < n; i++) {
                double both = real.applyAsDouble(left.getAtIndex(FLOAT, i), right.getAtIndex(FLOAT, i));
                right.setAtIndex(FLOAT, i, (float) both);
            }
        } else {
            for (int i = 0; i < n; i++) {
                set(type.kind, right, i, whole.applyAsLong(get(type.kind, left, i), get(type.kind, right, i)));
            }
        }
        return right;
    }

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    private static long get(Kind kind, MemorySegment at, int i) {
        return switch (kind.bytes) {
            case 1 -> at.get(ValueLayout.JAVA_BYTE, i);
            case 2 ->
                kind == Kind.CHAR
                        ? at.getAtIndex(ValueLayout.JAVA_CHAR_UNALIGNED, i)
                        : at.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i);
            case 4 -> at.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
            default -> at.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
        };
    }

    private static void set(Kind kind, MemorySegment at, int i, long value) {
        switch (kind.bytes) {
            case 1 -> at.set(ValueLayout.JAVA_BYTE, i, (byte) value);
            case 2 -> at.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i, (short) value);
            case 4 -> at.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, (int) value);
            default -> at.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, value);
        }
    }

    /// Pairs of a value and its place: the greater or the smaller value wins, and of equal ones the smaller place.
    private void locate(Kind kind, int n, MemorySegment left, MemorySegment right) {
        for (int i = 0; i < n; i += 2) {
            int order = compare(kind, left, right, i);
            boolean takes = order == 0 ? compare(kind, left, right, i + 1) < 0 : order > 0 == location;
            if (takes) MemorySegment.copy(left, (long) i * kind.bytes, right, (long) i * kind.bytes, 2L * kind.bytes);
        }
    }

    private static int compare(Kind kind, MemorySegment left, MemorySegment right, int i) {
        return switch (kind) {
            case DOUBLE -> Double.compare(left.getAtIndex(DOUBLE, i), right.getAtIndex(DOUBLE, i));
            case FLOAT -> Float.compare(left.getAtIndex(FLOAT, i), right.getAtIndex(FLOAT, i));
            default -> Long.compare(get(kind, left, i), get(kind, right, i));
        };
    }

    private static ByteBuffer copy(MemorySegment bytes) {
        return ByteBuffer.wrap(bytes.toArray(ValueLayout.JAVA_BYTE)).order(ByteOrder.nativeOrder());
    }

    static Data taken(Datatype type, int count, MemorySegment wire) {
        Data data = Data.temporary(type, count);
        data.take(wire);
        return data;
    }

    /// Objects in an array of the class of this rank's own one, to which programs of MPJ Express cast `invec`.
    private static Object typed(Object array, Object own) {
        if (!(own instanceof Object[] model)) return array;
        Object[] objects = (Object[]) array;
        try {
            return Arrays.copyOf(objects, objects.length, model.getClass());
        } catch (ArrayStoreException e) { // another rank has given objects of another class
            return array;
        }
    }
}
