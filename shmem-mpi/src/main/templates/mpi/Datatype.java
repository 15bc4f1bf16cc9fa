// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.IntStream;

/// What the elements of a message are, and where they lie in a buffer. Displacements and extents count elements of the
/// basic type in MPJ Express's spelling, and where Open MPI's counts bytes, bytes.
public class Datatype implements Freeable, Cloneable {
    final Kind kind;

    /// Elements of the basic type in an item.
    final int size;

    /// Elements from the begin of an item to that of the next one.
    final int extent;

    /// Where the elements lie in an item: for each run of them its begin and its length.
    final int[] runs;

    boolean freed;
    private boolean own; // the library's
    private final int first; // of the elements of an item
    private final int end;
    private final int lb;
    private final boolean lbIsGiven; // by LB, or a type with it; then it holds for types of this one too
    private final boolean ubIsGiven;
    private String name;

    /// What Open MPI's methods count an element as: 1, or of pairs its bytes.
    private final int unit;

    /// The types of `createStruct`, whose elements differ, with the number of items of each; or null.
    private Datatype[] parts;

    private int[] lengths;

    private Datatype(
            String name, Kind kind, int[] runs, int lb, int ub, boolean lbIsGiven, boolean ubIsGiven, int unit) {
        this.name = name;
        this.kind = kind;
        this.runs = runs;
        this.size =
                IntStream.range(0, runs.length / 2).map(k -> runs[2 * k + 1]).sum();
        this.first = trueBound(true);
        this.end = trueBound(false);
        this.lb = lb;
        this.extent = ub - lb;
        this.lbIsGiven = lbIsGiven;
        this.ubIsGiven = ubIsGiven;
        this.unit = unit;
    }

    Datatype(String name, Kind kind, int size) {
        this(name, kind, new int[] {0, size}, 0, size, false, false, size == 2 || kind.isPair() ? kind.bytes : 1);
        own = true;
    }

    /// `LB` or `UB`: has no elements, and stands for a bound.
    Datatype(String name, boolean lower) {
        this(name, Kind.BYTE, new int[0], 0, 0, lower, !lower, 1);
        own = true;
    }

    /// A type of the elements of another one.
    private Datatype(Datatype old, String name, int[] runs, int lb, int ub, boolean lbIsGiven, boolean ubIsGiven) {
        this(name, old.kind, runs, lb, ub, lbIsGiven, ubIsGiven, old.unit);
        parts = old.parts;
        lengths = old.lengths;
    }

    /// A type of blocks of items of another one.
    ///
    /// @param unit what places count: elements of the basic type
    private static Datatype of(String name, Datatype old, int unit, int[] lengths, int... places) {
        Datatype[] types = Collections.nCopies(Math.max(1, lengths.length), old).toArray(Datatype[]::new);
        return of(name, types, lengths, IntStream.of(places).map(k -> k * unit).toArray());
    }

    /// What places count if they count items.
    private static int items(Datatype old) {
        return old == null ? 0 : old.extent;
    }

    /// A type of blocks of items, of a type for each block, at places that count elements.
    private static Datatype of(String name, Datatype[] types, int[] lengths, int[] places) {
        MPI.engine(name);
        int blocks = places.length;
        boolean lacks = blocks != lengths.length || blocks > types.length;
        if (lacks || Arrays.stream(lengths).anyMatch(n -> n < 0)) {
            String mistake = "%s: lengths %s and displacements %s do not fit; give one of each for every block";
            throw MPI.refuse(MPI.ERR_ARG, mistake, name, Arrays.toString(lengths), Arrays.toString(places));
        }
        Datatype old = types.length == 0 ? MPI.NULL : types[0];
        for (Datatype each : types) {
            if (each == null || each.freed) {
                throw MPI.refuse(MPI.ERR_TYPE, "%s: the old type is %s; give one such as MPI.INT", name, each);
            }
            if (old.size == 0) old = each;
            if (each.kind != old.kind && each.size > 0) {
                String mistake = "%s: %s and %s have different elements; give types of the same elements,"
                        + " createStruct, or send objects as MPI.OBJECT";
                throw MPI.refuse(MPI.ERR_TYPE, mistake, name, old, each);
            }
        }
        Bound lower = new Bound(true);
        Bound upper = new Bound(false);
        int[] all = new int[8];
        int end = 0;
        for (int b = 0; b < blocks; b++) {
            Datatype each = types[b];
            if (lengths[b] == 0) continue;
            int last = places[b] + (lengths[b] - 1) * each.extent;
            int ub = Math.max(places[b], last) + each.lb + each.extent;
            if (each.size > 0 || each.lbIsGiven) lower.add(Math.min(places[b], last) + each.lb, each.lbIsGiven);
            if (each.size > 0 || each.ubIsGiven) upper.add(ub, each.ubIsGiven);
            for (int i = 0; i < lengths[b]; i++) {
                for (int k = 0; k < each.runs.length; k += 2) {
                    int from = places[b] + i * each.extent + each.runs[k];
                    boolean goesOn = end > 0 && all[end - 2] + all[end - 1] == from;
                    if (goesOn) all[end - 1] += each.runs[k + 1];
                    else {
                        if (end == all.length) all = Arrays.copyOf(all, 2 * end);
                        all[end++] = from;
                        all[end++] = each.runs[k + 1];
                    }
                }
            }
        }
        int[] runs = Arrays.copyOf(all, end);
        String label = name + " of " + old;
        return new Datatype(old, label, runs, lower.value, upper.value, lower.given, upper.given);
    }

    private static Datatype vector(String name, int count, int length, int stride, int unit, Datatype old) {
        if (count < 0) throw MPI.refuse(MPI.ERR_COUNT, "%s: count %d is negative; give 0 or more", name, count);
        int[] lengths = IntStream.range(0, count).map(_ -> length).toArray();
        int[] places = IntStream.range(0, count).map(i -> i * stride).toArray();
        return of(name, old, unit, lengths, places);
    }

    /// Elements that bytes are.
    private static int elements(String call, int bytes, Datatype old) {
        int each = old == null ? 1 : Math.max(1, old.kind.bytes);
        if (bytes % each == 0) return bytes / each;
        String mistake = "%s: %d bytes are not a multiple of the %d bytes of an element of %s; give a multiple";
        throw MPI.refuse(MPI.ERR_ARG, mistake, call, bytes, each, old);
    }

    /// The same bytes as elements of `BYTE`.
    private Datatype asBytes() {
        int[] bytes = IntStream.of(runs).map(k -> k * kind.bytes).toArray();
        int ub = (lb + extent) * kind.bytes;
        return new Datatype(MPI.BYTE, name, bytes, lb * kind.bytes, ub, lbIsGiven, ubIsGiven);
    }

    /// The elements in this many bytes of items, or `UNDEFINED` if the last one is not whole.
    int elements(int bytes) {
        if (parts == null || size == 0) return bytes % kind.bytes == 0 ? bytes / kind.bytes : MPI.UNDEFINED;
        int found = 0;
        for (int k = 0, part; bytes > 0; k = (k + 1) % parts.length, bytes -= part) {
            part = Math.min(bytes, lengths[k] * parts[k].getByteSize());
            int more = parts[k].elements(part);
            if (more < 0) return more;
            found += more;
        }
        return found;
    }

    /// Whether `count` items lie next to each other from their begin on.
    boolean isDense(int count) {
        return runs.length == 0 || runs.length == 2 && runs[0] == 0 && (count <= 1 || extent == size);
    }

    /// The first element of `count` items.
    int low(int count) {
        return size == 0 ? 0 : first + Math.min(0, (count - 1) * extent);
    }

    /// The end of the elements of `count` items.
    int high(int count) {
        return size == 0 ? 0 : end + Math.max(0, (count - 1) * extent);
    }

    private int trueBound(boolean lower) {
        IntStream bounds = IntStream.range(0, runs.length / 2).map(k -> runs[2 * k] + (lower ? 0 : runs[2 * k + 1]));
        return (lower ? bounds.min() : bounds.max()).orElse(0);
    }

    // also public static Datatype createContiguous
    public static Datatype Contiguous(int count, Datatype oldtype) {
        return vector("Contiguous", count, 1, 1, items(oldtype), oldtype);
    }

    /// {@return a type of `count` blocks of items, whose begins are `stride` items apart}
    // also public static Datatype createVector
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        return vector("Vector", count, blocklength, stride, items(oldtype), oldtype);
    }

    /// As {@link #Vector}, with begins that are `stride` elements of the basic type apart.
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        return vector("Hvector", count, blocklength, stride, 1, oldtype);
    }

    /// {@return a type of blocks of items at displacements that count items}
    // also public static Datatype createIndexed
    public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        return of("Indexed", oldtype, items(oldtype), blocklengths, displacements);
    }

    /// As {@link #Indexed}, with displacements that count elements of the basic type.
    public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        return of("Hindexed", oldtype, 1, blocklengths, displacements);
    }

    /// {@return a type of blocks of items of types with the same elements, at displacements that count elements}
    public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types) {
        return of("Struct", types, blocklengths, displacements);
    }

    /// As {@link #createVector}, with begins that are `stride` bytes apart.
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        return Hvector(count, blockLength, elements("createHVector", stride, oldType), oldType);
    }

    /// As {@link #createIndexed}, with displacements that count bytes.
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        int[] places = IntStream.of(displacements)
                .map(k -> elements("createHIndexed", k, oldType))
                .toArray();
        return Hindexed(blockLengths, places, oldType);
    }

    /// {@return a type of bytes, of blocks of items of any types but objects, at displacements that count bytes}
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        Datatype[] bytes = new Datatype[types.length];
        for (int k = 0; k < types.length; k++) {
            boolean fits = types[k] != null && !types[k].freed && types[k].kind != Kind.OBJECT;
            if (!fits) {
                String mistake = "createStruct: type %d is %s; give one such as MPI.INT";
                throw MPI.refuse(MPI.ERR_TYPE, mistake, k, types[k]);
            }
            bytes[k] = types[k].asBytes();
        }
        Datatype made = of("createStruct", bytes, blockLengths, displacements);
        made.parts = types.clone();
        made.lengths = blockLengths.clone();
        return made;
    }

    /// {@return a type with the elements of another one, and other bounds, in bytes}
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        Datatype old = of("createResized", oldType, 1, new int[] {1}, 0);
        int from = elements("createResized", lb, oldType);
        int to = from + elements("createResized", extent, oldType);
        return new Datatype(old, old.name, old.runs, from, to, true, true);
    }

    /// Does nothing: a type is ready as soon as it is made.
    // also public void commit
    public void Commit() {
        MPI.engine("Commit");
    }

    /// {@return the elements of the basic type in an item}
    public int Size() {
        return size;
    }

    public int Extent() {
        return extent;
    }

    public int Lb() {
        return lb;
    }

    public int Ub() {
        return lb + extent;
    }

    /// {@return the number of the basic type}
    public int getType() {
        return kind.ordinal();
    }

    /// {@return the bytes of an item in a message; of objects, 0}
    public int getByteSize() {
        return size * kind.bytes;
    }

    public int getSize() {
        return size * unit;
    }

    /// {@return the extent in elements of the basic type, or of pairs in bytes}
    public int getExtent() {
        return extent * unit;
    }

    public int getLb() {
        return lb * unit;
    }

    /// {@return the place of the first element, in elements of the basic type, or of pairs in bytes}
    public int getTrueLb() {
        return low(1) * unit;
    }

    public int getTrueExtent() {
        return (high(1) - low(1)) * unit;
    }

    public void setName(String given) {
        name = given;
    }

    public String getName() {
        return toString();
    }

    public boolean isNull() {
        return freed || this == MPI.NULL;
    }

    public Datatype dup() {
        return new Datatype(this, name, runs, lb, lb + extent, lbIsGiven, ubIsGiven);
    }

    @Override
    public Datatype clone() {
        return dup();
    }

    /// Ends a type of the program; those of the library stay.
    @Override
    public void free() {
        if (own) {
            throw MPI.refuse(MPI.ERR_TYPE, "free: %s belongs to the library; free types of the program only", name);
        }
        freed = true;
    }

    @Override
    public String toString() {
        return freed ? name + ", which is freed" : name;
    }
}
