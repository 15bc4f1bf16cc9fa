// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Json;
import org.jshmem.runtime.Spelling;

/// The errors of one machine file by their lines, and the checks that any JSON object of it needs.
final class FileErrors {
    private final String file;
    private final String text;
    private final IdentityHashMap<Object, Integer> starts = new IdentityHashMap<>();
    private final List<String> found = new ArrayList<>();

    FileErrors(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /// The file's members; null, after an error, for a text that is not a JSON object.
    Map<?, ?> parse() {
        try {
            if (Json.parse(text, starts) instanceof Map<?, ?> all) return all;
            add(0, "a machine is an object: {\"kind\": \"" + MachineFile.KIND + "\", ...}");
        } catch (Json.Malformed e) {
            add(e.at(), "this is not JSON: " + e.getMessage());
        }
        return null;
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
        add(Math.max(0, text.indexOf('"' + member + '"')), what);
    }

    /// Adds an error of an object or a list in the file.
    void in(Object where, String what) {
        add(starts.getOrDefault(where, 0), what);
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
        String nearest = given instanceof String word ? nearest(word, words) : "";
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
            at(member, "\"%s\" has to be a list of objects".formatted(member));
            return objects;
        }
        for (Object each : list) {
            if (each instanceof Map<?, ?> object) objects.add(object);
            else in(list, "\"%s\" has to be a list of objects, not of %s".formatted(member, shown(each)));
        }
        return objects;
    }

    /// Refuses members of an object other than the allowed ones.
    void members(Map<?, ?> object, List<String> allowed, String of) {
        for (Object member : object.keySet()) {
            if (allowed.contains(member)) continue;
            String what = "%s has no member \"%s\"%s".formatted(of, member, nearest((String) member, allowed));
            if (starts.getOrDefault(object, 0) == 0) at((String) member, what);
            else in(object, what);
        }
    }

    /// The known name that is meant by an unknown one, as the end of a message; empty if none is like it.
    static String nearest(String name, Collection<String> known) {
        return Spelling.nearest(name, known)
                .map(meant -> "; nearest is " + meant)
                .orElse("");
    }

    static String shown(Object value) {
        return value == null ? "missing" : value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }
}
