// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.sim.cost.Machine;

/// A JSON text (RFC 8259) as records, with the line of each value, which messages have. Paths such as
/// `$.parameters[3].value` name values.
final class JsonFile {
    private static final Gson GSON = new GsonBuilder()
            .setStrictness(Strictness.STRICT)
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .create();
    private static final int DEEPEST = 16;
    private static final Pattern PLACE = Pattern.compile(" at line (\\d+) column (\\d+)");

    private final String file;
    private final String text;
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    JsonFile(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /// A record as JSON.
    static String text(Record value) {
        return GSON.toJson(value) + "\n";
    }

    /// The text as a record. `members` has the record types of objects, by paths without numbers.
    <T> T read(Class<T> type, Map<String, Class<? extends Record>> members) {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        reader.setNestingLimit(DEEPEST);
        try {
            for (JsonToken token = reader.peek(); token != JsonToken.END_DOCUMENT; token = reader.peek()) {
                enter(reader, token, members);
            }
            return GSON.fromJson(text, type);
        } catch (IOException | JsonParseException e) {
            throw refused(reader, e.getCause() == null ? e : e.getCause());
        }
    }

    /// Enters the lines of the next token. Refuses members that the records do not have.
    private void enter(JsonReader reader, JsonToken token, Map<String, Class<? extends Record>> members)
            throws IOException {
        int line = Integer.parseInt(place(reader.toString(), reader).group(1));
        switch (token) {
            case BEGIN_OBJECT -> {
                lines.put(reader.getPath(), line);
                reader.beginObject();
            }
            case END_OBJECT -> reader.endObject();
            case BEGIN_ARRAY -> reader.beginArray();
            case END_ARRAY -> reader.endArray();
            case NAME -> {
                String name = reader.nextName();
                String path = reader.getPath();
                if (lines.put(path, line) != null) throw error(path, "\"%s\" is there twice; remove one", name);
                String owner = path.substring(0, path.length() - name.length() - 1);
                Class<?> type = members.get(owner.replaceAll("\\d", ""));
                if (type == null) return;
                List<String> known = Stream.of(type.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList();
                if (known.contains(name)) return;
                throw error(path, "a machine file has no member \"%s\" here%s", name, Machine.nearest(name, known));
            }
            case NULL -> throw error(reader.getPath(), "null is not a value of a machine; leave the member out");
            default -> reader.skipValue();
        }
    }

    private static Matcher place(String message, JsonReader reader) {
        Matcher place = PLACE.matcher(message);
        return place.find() ? place : place(reader.toString(), reader);
    }

    private IllegalArgumentException refused(JsonReader reader, Throwable e) {
        Matcher place = place(e.getMessage(), reader);
        String why = e.getMessage().replaceFirst("(?s) at line .*", "").replaceAll("\\p{Cntrl}", " "); // of the file
        if (e instanceof EOFException) why = "the text ends too early";
        else if (why.startsWith("Use JsonReader")) why = "it needs a value, a comma or an end";
        String what = e instanceof IOException ? "this is not JSON: " : "";
        return new IllegalArgumentException(
                "%s:%s: %scolumn %s, %s".formatted(file, place.group(1), what, place.group(2), why), e);
    }

    /// The error of the value at a path, in its line or in that of the object that lacks it.
    IllegalArgumentException error(String path, String format, Object... args) {
        String known = path;
        while (!lines.containsKey(known) && known.contains(".")) known = known.substring(0, known.lastIndexOf('.'));
        return new IllegalArgumentException(
                "%s:%d: %s".formatted(file, lines.getOrDefault(known, 1), format.formatted(args)));
    }

    /// Makes an object from the value at a path. An error of its making gets the line of the value.
    <T> T at(String path, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw e.getMessage().startsWith(file + ":") ? e : error(path, "%s", e.getMessage());
        }
    }

    /// The error that the value at a path is wrong.
    IllegalArgumentException wrong(String path, Object value, String remedy) {
        String shown = String.valueOf(value);
        if (value == null) shown = "missing";
        else if (value instanceof String) shown = '"' + shown + '"';
        else if (value instanceof Double number && number == number.longValue()) shown = "" + number.longValue();
        return error(path, "\"%s\" is %s; %s", path.substring(path.lastIndexOf('.') + 1), shown, remedy);
    }

    /// The text at a path, which has to be there.
    String text(String path, String given) {
        if (given == null || given.isBlank()) throw wrong(path, given, "give a text");
        return given;
    }
}
