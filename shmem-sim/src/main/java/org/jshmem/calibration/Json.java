// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A reader of JSON (RFC 8259): objects become maps, arrays become lists, other values strings, doubles, booleans and
/// null. The launcher reads one small file before each job; the loading of a library would take longer than the
/// reading.
public final class Json {
    private static final int DEEPEST = 16;

    /// The exception for a text that is not JSON.
    public static final class Malformed extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private final String expected;
        private final int at;

        private Malformed(String expected, int at) {
            super("expected " + expected + " at character " + at);
            this.expected = expected;
            this.at = at;
        }

        /// The text that the reader expected.
        public String expected() {
            return expected;
        }

        /// The position of the error: a character, counted from 0.
        public int at() {
            return at;
        }
    }

    /// The positions in a text.
    public static final class Places {
        private final IdentityHashMap<Object, Integer> starts = new IdentityHashMap<>();
        private final Map<Integer, String> twice = new LinkedHashMap<>();

        /// No positions yet.
        public Places() {}

        /// The position of an object or an array; 0 for an unknown one.
        public int of(Object value) {
            return starts.getOrDefault(value, 0);
        }

        /// The position of a member of an object, by its name; that of the object if it has no such member.
        public int of(Map<?, ?> object, String member) {
            for (Object name : object.keySet()) if (name.equals(member)) return of(name);
            return of(object);
        }

        /// The names that an object has already, by their positions.
        public Map<Integer, String> twice() {
            return twice;
        }
    }

    private final String text;
    private final Places places;
    private int at;

    private Json(String text, Places places) {
        this.text = text;
        this.places = places;
    }

    /// Parses the whole text as one value. [Malformed] has the position of an error.
    static Object parse(String text) {
        return parse(text, new Places());
    }

    /// Parses a text as [#parse] parses it, and puts the positions of all objects, arrays and members into `places`.
    public static Object parse(String text, Places places) {
        Json json = new Json(text, places);
        Object value = json.value(0);
        json.blank();
        if (json.at < text.length()) throw json.wrong("nothing more");
        return value;
    }

    /// A JSON array of these JSON values, each in a line of its own.
    public static String lines(List<String> values) {
        return "[\n  " + String.join(",\n  ", values) + "]";
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw wrong("less nesting");
        blank();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        places.starts.put(members, at);
        expect('{');
        if (ends('}')) return members;
        do {
            blank();
            int start = at;
            String name = string();
            places.starts.put(name, start);
            if (members.containsKey(name)) places.twice.put(start, name);
            blank();
            expect(':');
            members.put(name, value(depth + 1));
        } while (more('}'));
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        places.starts.put(items, at);
        expect('[');
        if (ends(']')) return items;
        do items.add(value(depth + 1));
        while (more(']'));
        return items;
    }

    private boolean ends(char end) {
        blank();
        if (peek() != end) return false;
        at++;
        return true;
    }

    private boolean more(char end) {
        if (ends(end)) return false;
        expect(',');
        return true;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        expect('"');
        while (peek() != '"') {
            char c = peek();
            if (c < ' ') throw wrong(at < text.length() ? "no control character" : "'\"'");
            at++;
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case '"', '\\', '/' -> c;
            case 'u' -> {
                if (at + 4 > text.length()) throw wrong("four digits");
                at += 4;
                try {
                    yield (char) Integer.parseInt(text, at - 4, at, 16);
                } catch (NumberFormatException e) {
                    throw wrong("four digits");
                }
            }
            default -> throw wrong("an escape");
        };
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw wrong("a value");
        at += word.length();
        return value;
    }

    private Double number() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return Double.valueOf(text.substring(from, at));
        } catch (NumberFormatException e) {
            at = from;
            throw wrong("a value");
        }
    }

    private void blank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char c) {
        if (peek() != c) throw wrong("'" + c + "'");
        at++;
    }

    private IllegalArgumentException wrong(String expected) {
        return new Malformed(expected, at);
    }
}
