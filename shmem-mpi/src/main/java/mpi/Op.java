// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;

/// An operation of a reduction. The elements of the lower rank are on its left side, so that an operation of
/// the program need not be commutative.
public class Op implements Freeable {
    /// Combines two messages like `mine`, `left` of lower ranks. The result may be in the memory of `right`.
    private interface Fold {
        MemorySegment apply(Data mine, MemorySegment left, MemorySegment right);
    }

    private interface ArrayFunction {
        void call(Object in, Object inOut, int count, Datatype type);
    }

    private final String name;
    private final Predicate<Datatype> fits; // null for an operation of the program
    private final Fold fold;
    private final boolean commute;
    private boolean freed;

    private Op(String name, Predicate<Datatype> fits, Fold fold, boolean commute) {
        this.name = name;
        this.fits = fits;
        this.fold = fold;
        this.commute = commute;
    }

    /// An operation on numbers; `real` is null for one on whole numbers alone.
    Op(String name, LongBinaryOperator whole, DoubleBinaryOperator real) {
        Predicate<Datatype> fits = type -> type.kind.isNumber() && (real != null || !type.kind.isReal());
        this(name, fits, (mine, left, right) -> Numbers.combine(mine, whole, real, left, right), true);
    }

    /// The greatest or the least of pairs of a value and its place.
    Op(String name, boolean greatest) {
        Predicate<Kind> isNumber = kind -> kind.isNumber() && kind != Kind.BOOLEAN;
        Predicate<Datatype> fits = type -> type.kind.isPair() || type.size % 2 == 0 && isNumber.test(type.kind);
        this(name, fits, (mine, left, right) -> Numbers.locate(mine, greatest, left, right), true);
    }

    public Op(User_function function, boolean commute) {
        Fold fold = onArrays((in, inOut, count, type) -> function.Call(in, 0, inOut, 0, count, type));
        this(function.getClass().getName(), null, fold, commute);
    }

    public Op(UserFunction function, boolean commute) {
        this(function.getClass().getName(), null, onBuffers(function), commute);
    }

    private static Fold onArrays(ArrayFunction function) {
        return (mine, left, right) -> {
            Data inOut = taken(mine.type(), mine.count(), right);
            Object in = typed(taken(mine.type(), mine.count(), left).buf(), mine.buf());
            function.call(in, inOut.buf(), mine.count(), mine.type());
            return inOut.wire();
        };
    }

    private static Fold onBuffers(UserFunction function) {
        Fold onObjects = onArrays(function::call);
        return (mine, left, right) -> {
            if (mine.type().kind == Kind.OBJECT) return onObjects.apply(mine, left, right);
            Data in = Data.inBytes(null, mine.type(), mine.count());
            Data both = Data.inBytes(null, mine.type(), mine.count());
            in.take(left);
            both.take(right);
            function.call((ByteBuffer) in.buf(), (ByteBuffer) both.buf(), mine.count(), mine.type());
            return both.wire();
        };
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

    /// Refuses a type that this operation cannot combine.
    void check(Object call, Datatype type) {
        if (freed) throw MPI.refuse(MPI.ERR_OP, "%s: the operation %s is freed; make a new one", call, name);
        if (fits == null || fits.test(type)) return;
        String mistake = "%s: %s cannot combine %s; give another operation, or one of your own by new Op";
        throw MPI.refuse(MPI.ERR_OP, mistake, call, name, type);
    }

    MemorySegment fold(Data mine, MemorySegment left, MemorySegment right) {
        return fold.apply(mine, left, right);
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
        if (fits == null) freed = true;
        else throw MPI.refuse(MPI.ERR_OP, "free: %s belongs to the library; free operations of the program only", name);
    }

    @Override
    public String toString() {
        return name;
    }
}
