// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.jshmem.codegen.Type.Ability.ATOMIC;
import static org.jshmem.codegen.Type.Ability.INTEGER;
import static org.jshmem.codegen.Type.Ability.SWAP;
import static org.jshmem.codegen.Type.Ability.WAIT;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The element types: their names in Java and C, their conversion to bits, and their abilities.
public enum Type {
    // spotless:off
    //      Java      boxed      C         bytes, bits of v, element of bits, abilities
    BYTE   ("byte",   "Byte",    "char",   1, "v", "(byte) bits", INTEGER),
    SHORT  ("short",  "Short",   "short",  2, "v", "(short) bits", INTEGER, WAIT),
    INT    ("int",    "Integer", "int",    4, "v", "(int) bits", INTEGER, WAIT, SWAP, ATOMIC),
    LONG   ("long",   "Long",    "long",   8, "v", "bits", INTEGER, WAIT, SWAP, ATOMIC),
    FLOAT  ("float",  "Float",   "float",  4, "Float.floatToRawIntBits(v)", "Float.intBitsToFloat((int) bits)", SWAP),
    DOUBLE ("double", "Double",  "double", 8, "Double.doubleToRawLongBits(v)", "Double.longBitsToDouble(bits)", SWAP);
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

    private final String java;
    private final String box;
    private final String c;
    private final int bytes;
    private final String toBits;
    private final String fromBits;
    private final Set<Ability> abilities;

    Type(String java, String box, String c, int bytes, String toBits, String fromBits, Ability... abilities) {
        this.java = java;
        this.box = box;
        this.c = c;
        this.bytes = bytes;
        this.toBits = toBits;
        this.fromBits = fromBits;
        this.abilities = Set.of(abilities);
    }

    /// Its name in C.
    public String c() {
        return c;
    }

    /// Whether the type has all of these abilities.
    public boolean has(Ability... needed) {
        return abilities.containsAll(Set.of(needed));
    }

    Set<String> abilities() {
        return abilities.stream().map(Enum::name).collect(Collectors.toSet());
    }

    /// As [#words], for memory in bytes: `SymMem`.
    static Map<String, String> memWords() {
        Map<String, String> words = new HashMap<>(BYTE.words());
        words.values().remove(BYTE.title());
        words.put("(?<!Element)Types\\b", "Mem");
        return words;
    }

    /// The beginning of Java's own names of this type: `Byte`.
    private String title() {
        return java.substring(0, 1).toUpperCase(Locale.ROOT) + java.substring(1);
    }

    /// The replacements of the words of a template, by regular expression.
    Map<String, String> words() {
        return Map.ofEntries(
                Map.entry("\\bTYPE_BYTES\\b", Integer.toString(bytes)),
                Map.entry("\\bTYPE_SHIFT\\b", Integer.toString(Integer.numberOfTrailingZeros(bytes))),
                Map.entry("\\bElementType\\.TYPE\\b", "ElementType." + name()),
                Map.entry("(?<!ElementType\\.)\\bTYPE(?=s?\\b)", java),
                Map.entry("(?<!Element)Type(?=s?\\b|[A-Z])", title()),
                Map.entry("\\bBOX\\b", box),
                Map.entry("\\bBITS_OF_V\\b", toBits),
                Map.entry("\\bELEMENT_OF_BITS\\b", fromBits),
                Map.entry("\\bArrayOrWords\\b", has(WAIT) ? "Words" : "Array"),
                Map.entry("\\bSymNumbersOrWords\\b", has(WAIT) ? "SymWords" : "SymNumbers"));
    }
}
