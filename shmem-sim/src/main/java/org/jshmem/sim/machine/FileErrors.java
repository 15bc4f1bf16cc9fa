// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jshmem.calibration.Json;
import org.jshmem.calibration.Json.Node;
import org.jshmem.runtime.settings.Spelling;

/// The errors of one machine file by their lines, and the checks that any JSON object of it needs.
final class FileErrors {
    private final String file;
    private final List<String> found = new ArrayList<>();

    FileErrors(String file) {
        this.file = file;
    }

    /// The object of a file; null, after an error, for another text.
    Node parse(String text) {
        try {
            Object all = Json.parse(text, (name, line) -> add(line, "\"%s\" is there twice; remove one", name));
            if (all instanceof Node node) return node;
            add(1, "a machine is an object: {\"kind\": \"%s\", ...}", MachineFile.KIND);
        } catch (Json.Malformed e) {
            add(e.line(), "%s", e.getMessage());
        }
        return null;
    }

    /// The number of errors.
    int count() {
        return found.size();
    }

    /// Throws an exception whose message lists the errors, one in each line; returns if there are none.
    void refuse() {
        if (!found.isEmpty()) throw new IllegalArgumentException(String.join(System.lineSeparator(), found));
    }

    void add(int line, String format, Object... args) {
        found.add(file + ":" + line + ": " + format.formatted(args));
    }

    /// The text of a member; empty, after an error, for another value.
    String string(Node node, String member) {
        if (node.get(member) instanceof String given && !given.isBlank()) return given;
        add(node.line(member), "\"%s\" is %s; give a text", member, shown(node.get(member)));
        return "";
    }

    /// The word of a member, or the inherited word where the member is absent; null, after an error, for another
    /// value.
    String word(Node node, String member, List<String> words, String inherited) {
        Object given = node.get(member);
        if (given == null && inherited != null) return inherited;
        if (given instanceof String word && words.contains(word)) return word;
        String end = given instanceof Double ? "; numbers are parameters" : nearest(given, words);
        String all = String.join(", ", words);
        add(node.line(member), "\"%s\" is %s; it has to be one of %s%s", member, shown(given), all, end);
        return null;
    }

    /// The objects of a member that is a list; empty for an absent member.
    List<Node> objects(Node node, String member) {
        if (!node.has(member)) return List.of();
        int line = node.line(member);
        if (!(node.get(member) instanceof List<?> list)) {
            add(line, "\"%s\" is %s; give a list of objects", member, shown(node.get(member)));
            return List.of();
        }
        List<Node> objects = new ArrayList<>();
        for (Object each : list) {
            if (each instanceof Node object) objects.add(object);
            else add(line, "\"%s\" has %s in its list; give objects", member, shown(each));
        }
        return objects;
    }

    /// Refuses members of an object other than the allowed ones.
    void members(Node node, List<String> allowed, String of) {
        for (String name : node.members().keySet()) {
            if (allowed.contains(name)) continue;
            add(node.line(name), "%s has no member \"%s\"%s", of, name, nearest(name, allowed));
        }
    }

    /// Refuses a name that is unknown; `known` is null if errors leave open what is known.
    void known(int line, String name, Collection<String> known, String noun) {
        if (known == null || known.contains(name)) return;
        add(line, "%s is not a %s of this kind of machine%s", name, noun, nearest(name, known));
    }

    /// The known name that is meant by an unknown one, as the end of a message; empty if none is like it.
    static String nearest(Object name, Collection<String> known) {
        if (!(name instanceof String given)) return "";
        return Spelling.nearest(given, known)
                .map(meant -> "; nearest is " + meant)
                .orElse("");
    }

    static String shown(Object value) {
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
}
