// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// JSON (RFC 8259) with the lines of its objects, for messages: objects become [Node]s, arrays lists, other values
/// strings, doubles, booleans and null.
public final class Json {
    private static final int DEEPEST = 16;
    private static final Pattern PLACE = Pattern.compile(" at line (\\d+) column (\\d+)");

    /// The exception for a text that is not JSON, or does not have the values that its reader needs.
    public static final class Malformed extends IllegalArgumentException {
        private static final long serialVersionUID = 1;
        private final int line;

        /// An error in a line, which counts from 1.
        public Malformed(int line, String format, Object... args) {
            super(format.formatted(args));
            this.line = line;
        }

        /// The line of the error.
        public int line() {
            return line;
        }
    }

    /// An object.
    ///
    /// @param line the line in which it begins
    /// @param members its members
    /// @param lines the line of each member
    public record Node(int line, Map<String, Object> members, Map<String, Integer> lines) {
        /// The value of a member, null for none.
        public Object get(String member) {
            return members.get(member);
        }

        /// Whether the object has a member.
        public boolean has(String member) {
            return members.containsKey(member);
        }

        /// The line of a member; that of the object if it has no such member.
        public int line(String member) {
            return lines.getOrDefault(member, line);
        }

        /// The value of a member that is a text.
        public String text(String member) {
            if (get(member) instanceof String given && !given.isBlank()) return given;
            throw wrong(member, "give a text");
        }

        /// The values of a member that is a list; none for an absent member.
        public List<?> list(String member) {
            if (!has(member)) return List.of();
            if (get(member) instanceof List<?> given) return given;
            throw wrong(member, "give a list");
        }

        /// The objects of a member that is a list of objects; none for an absent member.
        public List<Node> objects(String member) {
            return list(member).stream()
                    .map(each -> {
                        if (each instanceof Node node) return node;
                        throw new Malformed(
                                line(member), "\"%s\" has %s in its list; give objects", member, shown(each));
                    })
                    .toList();
        }

        /// The error that a member has a wrong value.
        public Malformed wrong(String member, String remedy) {
            return new Malformed(line(member), "\"%s\" is %s; %s", member, shown(get(member)), remedy);
        }
    }

    /// A value as messages show it.
    public static String shown(Object value) {
        return switch (value) {
            case null -> "missing";
            case String text -> '"' + text + '"';
            case Node _ -> "an object";
            case List<?> _ -> "a list";
            case Double number
            when number == Math.rint(number) && Math.abs(number) < 1e15 -> Long.toString(number.longValue());
            default -> String.valueOf(value);
        };
    }

    private final JsonReader reader;

    private Json(String text) {
        reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        reader.setNestingLimit(DEEPEST);
    }

    /// Parses the whole text as one value.
    public static Object parse(String text) {
        Json json = new Json(text);
        try {
            Object value = json.value();
            var unused = json.reader.peek(); // refuses a second value
            return value;
        } catch (IOException e) {
            Matcher at = PLACE.matcher(e.getMessage());
            Matcher place = at.find() ? at : json.place();
            String why =
                    e.getMessage().replaceFirst("(?s) at line .*", "").replaceAll("\\p{Cntrl}", " "); // of the file
            if (e instanceof EOFException) why = "the text ends too early";
            else if (why.startsWith("Use JsonReader")) why = "it needs a value, a comma or an end";
            throw new Malformed(
                    Integer.parseInt(place.group(1)), "this is not JSON: column %s, %s", place.group(2), why);
        }
    }

    private Matcher place() {
        Matcher place = PLACE.matcher(reader.toString());
        if (!place.find()) throw new IllegalStateException("no place in " + reader);
        return place;
    }

    private int line() {
        return Integer.parseInt(place().group(1));
    }

    private Object value() throws IOException {
        return switch (reader.peek()) {
            case BEGIN_OBJECT -> object();
            case BEGIN_ARRAY -> array();
            case STRING -> reader.nextString();
            case NUMBER -> Double.valueOf(reader.nextString());
            case BOOLEAN -> reader.nextBoolean();
            default -> {
                reader.nextNull();
                yield null;
            }
        };
    }

    private Node object() throws IOException {
        Node node = new Node(line(), new LinkedHashMap<>(), new LinkedHashMap<>());
        reader.beginObject();
        while (reader.peek() == JsonToken.NAME) {
            int line = line();
            String name = reader.nextName();
            if (node.has(name)) throw new Malformed(line, "\"%s\" is there twice; remove one", name);
            node.lines.put(name, line);
            node.members.put(name, value());
        }
        reader.endObject();
        return node;
    }

    private List<Object> array() throws IOException {
        List<Object> items = new ArrayList<>();
        reader.beginArray();
        while (reader.peek() != JsonToken.END_ARRAY) items.add(value());
        reader.endArray();
        return items;
    }
}
