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

        private final int at;

        private Malformed(String expected, int at) {
            super("expected " + expected + " at character " + at);
            this.at = at;
        }

        /// The position of the error: a character, counted from 0.
        public int at() {
            return at;
        }
    }

    private final String text;
    private final IdentityHashMap<Object, Integer> starts;
    private int at;

    private Json(String text, IdentityHashMap<Object, Integer> starts) {
        this.text = text;
        this.starts = starts;
    }

    /// Parses the whole text as one value. [Malformed] has the position of an error.
    static Object parse(String text) {
        return parse(text, new IdentityHashMap<>());
    }

    /// Parses a text as [#parse] parses it, and puts the position of each object and array into `starts`.
    public static Object parse(String text, IdentityHashMap<Object, Integer> starts) {
        Json json = new Json(text, starts);
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
        starts.put(members, at);
        expect('{');
        if (ends('}')) return members;
        do {
            blank();
            String name = string();
            blank();
            expect(':');
            members.put(name, value(depth + 1));
        } while (more('}'));
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        starts.put(items, at);
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
