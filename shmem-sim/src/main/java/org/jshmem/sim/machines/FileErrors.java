// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Json;
import org.jshmem.runtime.settings.Spelling;

/// The errors of one machine file by their lines, and the checks that any JSON object of it needs.
final class FileErrors {
    private final String file;
    private final String text;
    private final Json.Places places = new Json.Places();
    private final List<String> found = new ArrayList<>();
    private Map<?, ?> all = Map.of();

    FileErrors(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /// The file's members; null, after an error, for a text that is not a JSON object.
    Map<?, ?> parse() {
        try {
            if (Json.parse(text, places) instanceof Map<?, ?> members) {
                places.twice().forEach((at, name) -> add(at, "\"%s\" is there twice; remove one".formatted(name)));
                return all = members;
            }
            add(0, "a machine is an object: {\"kind\": \"" + MachineFile.KIND + "\", ...}");
        } catch (Json.Malformed e) {
            int column = e.at() - text.lastIndexOf('\n', e.at() - 1);
            add(e.at(), "this is not JSON: expected %s at column %d%s".formatted(e.expected(), column, found(e.at())));
        }
        return null;
    }

    private String found(int at) {
        if (at >= text.length()) return ", found the end of the file";
        int c = text.codePointAt(at);
        if (c == '\n' || c == '\r') return ", found the end of the line";
        if (c < ' ') return "";
        boolean comma =
                (c == '}' || c == ']') && text.substring(0, at).stripTrailing().endsWith(",");
        return ", found '%c'%s".formatted(c, comma ? "; remove the comma before it" : "");
    }

    int count() {
        return found.size();
    }

    /// Throws an exception whose message lists the errors, one in each line; returns if there are none.
    void refuse() {
        if (!found.isEmpty()) throw new IllegalArgumentException(String.join(System.lineSeparator(), found));
    }

    private void add(int at, String what) {
        long line = text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
        found.add(file + ":" + line + ": " + what);
    }

    /// Adds an error of a member of the file.
    void at(String member, String what) {
        add(places.of(all, member), what);
    }

    /// Adds an error of the parameter of a symbol, or of the machine that the file is like if that gives its value.
    void ofSymbol(String symbol, String what) {
        if (all.get("parameters") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> parameter && symbol.equals(parameter.get("symbol"))) {
                    in(parameter, what);
                    return;
                }
            }
        }
        at("like", what);
    }

    /// Adds an error of an object or a list in the file.
    void in(Object where, String what) {
        add(places.of(where), what);
    }

    /// Adds an error of a member of an object in the file.
    void in(Map<?, ?> object, String member, String what) {
        add(places.of(object, member), what);
    }

    /// The text of a member; empty, after an error, for another value.
    String string(Map<?, ?> all, String member) {
        if (all.get(member) instanceof String given && !given.isBlank()) return given;
        at(member, "\"%s\" is %s; give a text".formatted(member, shown(all.get(member))));
        return "";
    }

    /// The word of a member, or the inherited word where the member is absent; null, after an error, for another
    /// value.
    String word(Map<?, ?> all, String member, List<String> words, String inherited) {
        Object given = all.get(member);
        if (given == null && inherited != null) return inherited;
        if (given instanceof String word && words.contains(word)) return word;
        String nearest = given instanceof String word
                ? nearest(word, words)
                : given instanceof Double ? "; numbers are parameters" : "";
        at(
                member,
                "\"%s\" is %s; it has to be one of %s%s"
                        .formatted(member, shown(given), String.join(", ", words), nearest));
        return null;
    }

    /// The objects of a member that is a list; empty for an absent member.
    List<Map<?, ?>> objects(Map<?, ?> all, String member) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (!all.containsKey(member)) return objects;
        if (!(all.get(member) instanceof List<?> list)) {
            at(member, "\"%s\" is %s; give a list of objects".formatted(member, shown(all.get(member))));
            return objects;
        }
        for (Object each : list) {
            if (each instanceof Map<?, ?> object) objects.add(object);
            else in(list, "\"%s\" has %s in its list; give objects".formatted(member, shown(each)));
        }
        return objects;
    }

    /// Refuses members of an object other than the allowed ones.
    void members(Map<?, ?> object, List<String> allowed, String of) {
        for (Object member : object.keySet()) {
            if (allowed.contains(member)) continue;
            String name = (String) member;
            in(object, name, "%s has no member \"%s\"%s".formatted(of, name, nearest(name, allowed)));
        }
    }

    /// The known name that is meant by an unknown one, as the end of a message; empty if none is like it.
    static String nearest(String name, Collection<String> known) {
        return Spelling.nearest(name, known)
                .map(meant -> "; nearest is " + meant)
                .orElse("");
    }

    static String shown(Object value) {
        return switch (value) {
            case null -> "missing";
            case String text -> '"' + text + '"';
            case Map<?, ?> _ -> "an object";
            case List<?> _ -> "a list";
            case Double number
            when number == Math.rint(number) && Math.abs(number) < 1e15 -> Long.toString(number.longValue());
            default -> String.valueOf(value);
        };
    }
}
