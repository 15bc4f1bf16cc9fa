// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.jshmem.codegen.Type.Ability.ATOMIC;
import static org.jshmem.codegen.Type.Ability.INTEGER;
import static org.jshmem.codegen.Type.Ability.SWAP;
import static org.jshmem.codegen.Type.Ability.WAIT;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The element types: their names in Java, the TYPENAMEs of C with equal bits, of which C11 uses the first for the Java
/// type, their conversion to bits, and their abilities.
public enum Type {
    // spotless:off
    //      Java      boxed      bytes, bits of v, element of bits, names in C, abilities
    BYTE   ("byte",   "Byte",    1, "v", "(byte) bits", "char schar uchar int8 uint8", INTEGER),
    SHORT  ("short",  "Short",   2, "v", "(short) bits", "short ushort int16 uint16", INTEGER, WAIT),
    INT    ("int",    "Integer", 4, "v", "(int) bits", "int uint int32 uint32", INTEGER, WAIT, SWAP, ATOMIC),
    LONG   ("long",   "Long",    8, "v", "bits", "long longlong ulong ulonglong int64 uint64 size ptrdiff", INTEGER, WAIT, SWAP, ATOMIC),
    FLOAT  ("float",  "Float",   4, "Float.floatToRawIntBits(v)", "Float.intBitsToFloat((int) bits)", "float complexf", SWAP),
    DOUBLE ("double", "Double",  8, "Double.doubleToRawLongBits(v)", "Double.longBitsToDouble(bits)", "double longdouble complexd", SWAP);
    // spotless:on

    /// The abilities that only some types have. Templates name them after `// if`.
    public enum Ability {
        /// Bitwise operators.
        INTEGER,
        /// A PE can wait for its words.
        WAIT,
        /// Atomic fetch, set and swap.
        SWAP,
        /// All other atomics.
        ATOMIC,
        /// Memory in bytes, which has no elements of its own.
        MEM
    }

    /// Its name in Java.
    final String java;

    /// Its names in C.
    final List<String> c;

    final Set<Ability> abilities;

    /// The replacements of the words of a template, by regular expression.
    final Map<String, String> words;

    Type(String java, String box, int bytes, String toBits, String fromBits, String c, Ability... abilities) {
        this.java = java;
        this.c = List.of(c.split(" "));
        this.abilities = Set.of(abilities);
        this.words = Map.ofEntries(
                Map.entry("\\bTYPE_BYTES\\b", Integer.toString(bytes)),
                Map.entry("\\bTYPE_SHIFT\\b", Integer.toString(Integer.numberOfTrailingZeros(bytes))),
                Map.entry("\\bElementType\\.TYPE\\b", "ElementType." + name()),
                Map.entry("(?<!ElementType\\.)\\bTYPE(?=s?\\b)", java),
                Map.entry("(?<!Element)Type(?=s?\\b|[A-Z])", title()),
                Map.entry("\\bBOX\\b", box),
                Map.entry("\\bJAVA_TYPE\\b", "JAVA_" + name()),
                Map.entry("\\bBITS_OF_V\\b", toBits),
                Map.entry("\\bELEMENT_OF_BITS\\b", fromBits),
                Map.entry("\\bArrayOrWords\\b", this.abilities.contains(WAIT) ? "Words" : "Array"),
                Map.entry("\\bSymNumbersOrWords\\b", this.abilities.contains(WAIT) ? "SymWords" : "SymNumbers"));
    }

    /// As [#words], for memory in bytes: `SymMem`.
    static Map<String, String> memWords() {
        Map<String, String> words = new HashMap<>(BYTE.words);
        words.values().remove(BYTE.title());
        words.put("(?<!Element)Types\\b", "Mem");
        return words;
    }

    /// The beginning of Java's own names of this type: `Byte`.
    String title() {
        return java.substring(0, 1).toUpperCase(Locale.ROOT) + java.substring(1);
    }
}
