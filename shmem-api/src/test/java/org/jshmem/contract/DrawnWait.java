// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.transport.Wait;

/// What a made-up wait is for, drawn alike on all PEs: the words that count, their values and writers, and goals that
/// none of them satisfies. The type and the form depend on the number of the wait alone.
final class DrawnWait {
    static final int WORDS = 4;

    enum Type {
        SHORT,
        INT,
        LONG,
        SIGNAL
    }

    enum Form {
        ONE,
        ALL,
        ANY,
        SOME,
        /// With a goal for each word; signals have no such form.
        VECTOR
    }

    final Type type;
    final Form form;
    final String name;
    final boolean unsigned;
    final Cmp cmp;
    final long[] values = new long[WORDS];
    final int[] writers = new int[WORDS];
    final int[] means = new int[WORDS];
    final boolean[] skip = new boolean[WORDS];
    final long[] goals = new long[WORDS];

    /// Wait `number` of PE `pe` of `npes`.
    DrawnWait(int number, int pe, int npes) {
        var random = new SplittableRandom(30_000 + 100L * number + pe);
        type = Type.values()[number % 4];
        Form drawn = Form.values()[number / 4 % 5];
        form = type == Type.SIGNAL && drawn == Form.VECTOR ? Form.ONE : drawn;
        name = "box" + number;
        boolean named = form == Form.ONE || form != Form.VECTOR && type != Type.SHORT; // by a C name without a sign
        unsigned = type == Type.SIGNAL || named && random.nextInt(3) == 0;
        cmp = Cmp.values()[random.nextInt(Cmp.values().length)];
        boolean alike = cmp == Cmp.NE && form != Form.VECTOR; // else no goal fits all words
        for (int k = 0; k < WORDS; k++) {
            values[k] = alike && k > 0 ? values[0] : value(random);
            writers[k] = random.nextInt(npes);
            means[k] = random.nextInt(5);
            skip[k] = form == Form.ONE ? k > 0 : random.nextInt(4) == 0;
        }
        if (form != Form.ONE) skip[random.nextInt(WORDS)] = false;
        for (int k = 0; k < WORDS; k++) goals[k] = goal(form == Form.VECTOR ? IntStream.of(k) : counted());
    }

    private long value(SplittableRandom random) {
        long bits = random.nextLong(2, Long.MAX_VALUE - 2) * (random.nextBoolean() ? 1 : -1);
        return switch (type) {
            case SHORT -> unsigned ? 2 + Math.floorMod(bits, 0xfff0) : bits % 0x7ff0;
            case INT -> unsigned ? 2 + Math.floorMod(bits, 0xffff_fff0L) : bits % 0x7fff_fff0;
            case LONG, SIGNAL -> bits;
        };
    }

    /// The numbers of the words that count.
    private IntStream counted() {
        return IntStream.range(0, WORDS).filter(k -> !skip[k]);
    }

    /// A goal that none of these words satisfies.
    private long goal(IntStream words) {
        Comparator<Long> order = unsigned ? Long::compareUnsigned : Long::compare;
        Long[] sorted = words.mapToObj(k -> values[k]).sorted(order).toArray(Long[]::new);
        long most = sorted[sorted.length - 1];
        return switch (cmp) {
            case EQ, GE -> most + 1;
            case NE, GT -> most;
            case LT -> sorted[0];
            case LE -> sorted[0] - 1;
        };
    }

    /// What a report says of the wait.
    String words() {
        boolean one = counted().count() == 1;
        String own = type == Type.SIGNAL
                ? listed(k -> "signal \"%s.%d\"".formatted(name, k))
                : (one ? "element " : "elements ")
                        + listed(Integer::toString)
                        + " of \"%s\" of 4 %ss".formatted(name, type.name().toLowerCase(Locale.ROOT));
        return "%sfor %s to be %s %s; %s %s"
                .formatted(
                        form == Form.ONE ? "" : "in " + verb() + " ",
                        own,
                        Wait.sign(cmp),
                        form == Form.VECTOR ? listed(k -> shown(goals[k])) : shown(goals[0]),
                        one ? "it is" : "they are",
                        listed(k -> shown(values[k])));
    }

    private String verb() {
        String all = (type == Type.SIGNAL ? "Signal." : "") + "waitUntil";
        return switch (form) {
            case ONE -> all;
            case ALL -> all + "All";
            case ANY -> all + "Any";
            case SOME -> all + "Some";
            case VECTOR -> all + (type == Type.LONG ? "All" : type == Type.INT ? "Any" : "Some");
        };
    }

    private String listed(IntFunction<String> shown) {
        return counted().mapToObj(shown).collect(Collectors.joining(", "));
    }

    private String shown(long value) {
        return unsigned ? Long.toUnsignedString(value) : Long.toString(value);
    }

    @Override
    public String toString() {
        return "%s %s %s, unsigned %s, values %s by PEs %s"
                .formatted(name, type, form, unsigned, Arrays.toString(values), Arrays.toString(writers));
    }
}
