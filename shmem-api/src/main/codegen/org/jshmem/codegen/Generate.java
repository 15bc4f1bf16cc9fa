// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Writes the Java sources that differ only in a type. Each template becomes a class for each element type, and the
/// tables of routines become the C names. The build runs `java Generate.java TEMPLATES TARGET` before it compiles.
///
/// A template is Java with words that depend on the type: `TYPE` as in the specification's prototypes, `Type` in
/// names. [Type#words] and [Operator#words] list them. Marks in a template choose lines:
/// - `// if ABILITY` or `// unless ABILITY` ... `// end` keeps lines for the types with the ability, or without it;
/// - `// for OP` ... `// end` repeats lines for each operator of the type, `// for LONG DOUBLE` for these types;
///   [#repetitions] has the other such marks.
///
/// @param templates the folder of the templates
/// @param target the folder of the sources
/// @param written the files that have been written
public record Generate(Path templates, Path target, Set<Path> written) {
    private static final Map<String, String> JAVA = Map.of("SOURCE", "TYPE[]", "COUNT", "int");
    private static final Map<String, String> SYMMETRIC = Map.of("SOURCE", "SymTypes", "COUNT", "long");

    private static final Set<String> OF_A_LAYER = Set.of("threadLevel", "awaitLater", "spins");

    public static void main(String[] args) throws IOException {
        new Generate(Path.of(args[0]), Path.of(args[1]), new HashSet<>()).all();
    }

    private void all() throws IOException {
        for (Path template : javaFiles(templates)) {
            for (Type type : Type.values()) write(template, type.words, type.abilities);
            if (Files.readString(template).contains("// if MEM")) {
                write(template, Type.memWords(), Set.of(Type.Ability.MEM));
            }
        }
        for (var source : CNames.sources().entrySet()) {
            write(target.resolve("org/jshmem/compat/" + source.getKey() + ".java"), source.getValue());
        }
        for (Path old : javaFiles(target)) if (!written.contains(old)) Files.delete(old);
    }

    private void write(Path template, Map<String, String> words, Set<Type.Ability> abilities) throws IOException {
        Path name = templates.relativize(template);
        List<String> lines = new ArrayList<>();
        var from = Files.readAllLines(template).iterator();
        if (expand(name, from, true, abilities, lines)) {
            throw new IllegalArgumentException(name + " has an // end that closes nothing");
        }
        lines.replaceAll(line -> replaced(line, words));
        lines.add(1, "// Generated from src/main/templates/" + name + ": change that.");
        Path file =
                target.resolve(name).resolveSibling(replaced(name.getFileName().toString(), words));
        write(file, String.join("\n", lines) + "\n");
    }

    private void write(Path file, String text) throws IOException {
        written.add(file);
        if (Files.exists(file) && Files.readString(file).equals(text)) return; // an equal file is not compiled again
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /// Copies lines up to the end of the block and carries out its marks. True if the block has an `// end`; false
    /// at the end of the file.
    private static boolean expand(
            Path name, Iterator<String> from, boolean keep, Set<Type.Ability> abilities, List<String> to)
            throws IOException {
        while (from.hasNext()) {
            String line = from.next();
            String mark = line.strip();
            boolean ended = true;
            if (mark.equals("// end")) return true;
            if (mark.matches("// (if|unless) \\w+")) {
                var ability = Type.Ability.valueOf(mark.substring(mark.lastIndexOf(' ') + 1));
                boolean wanted = abilities.contains(ability) == mark.startsWith("// if");
                ended = expand(name, from, keep && wanted, abilities, to);
            } else if (mark.startsWith("// for ")) {
                List<String> block = new ArrayList<>();
                ended = expand(name, from, keep, abilities, block);
                repetitions(mark, abilities).forEach(words -> block.forEach(each -> to.add(replaced(each, words))));
            } else if (keep) {
                to.add(line);
            }
            if (!ended) throw new IllegalArgumentException(name + " has a block without its // end: " + mark);
        }
        return false;
    }

    /// The words of each repetition of a block.
    private static Stream<Map<String, String>> repetitions(String mark, Set<Type.Ability> abilities)
            throws IOException {
        return switch (mark) {
            case "// for OP" -> Operator.of(abilities).stream().map(op -> op.words);
            case "// for TYPES" -> Stream.of(Type.values()).map(type -> type.words);
            case "// for ATOMICS" -> Stream.of("Add", "And", "Or", "Xor").map(Generate::atomic);
            case "// for BITS" -> Stream.of("And", "Or", "Xor").map(Generate::atomic);
            case "// for NBI" -> Stream.of(Map.of("Nbi", ""), Map.of()); // also without waiting
            case "// for TESTS" -> Stream.of(Map.of(), Map.of("waitUntil", "test", "true", "false"));
            case "// for VALUES" -> Stream.of(Map.of("VALUE", "long"), Map.of("VALUE", "TYPE[]"));
            case "// for SOURCES" -> Stream.of(JAVA, SYMMETRIC, Map.of("SOURCE", "MemorySegment", "COUNT", "long"));
            case "// for ARRAYS" -> Stream.of(JAVA, SYMMETRIC);
            case "// for CALLS" -> layered();
            default -> Stream.of(mark.substring("// for ".length()).split(" ")).map(type -> Type.valueOf(type).words);
        };
    }

    private static Map<String, String> atomic(String op) {
        return Map.of(
                "(?<=fetch)Op", op, "\\bop\\b", op.toLowerCase(Locale.ROOT), "\\bOP\\b", op.toUpperCase(Locale.ROOT));
    }

    /// The calls of a transport that a layer passes on: all but those for channels, of which it has its own, and those
    /// that the layer's waits and looks carry out.
    private static Stream<Map<String, String>> layered() throws IOException {
        Pattern call = Pattern.compile("(?m)^    (?:default )?([\\w<>]+) (\\w+)\\((.*)\\)(?:;| \\{.*)$");
        String seam = Files.readString(Path.of("src/main/java/org/jshmem/transport/Transport.java"));
        return call.matcher(seam)
                .results()
                .filter(m -> !m.group(1).equals("Channel") && !OF_A_LAYER.contains(m.group(2)))
                .map(m -> Map.of(
                        "RESULT", m.group(1).replace("List", "java.util.List"), // which the template does not import
                        "CALL", m.group(2),
                        "Object PARAMETERS", m.group(3),
                        "return ", m.group(1).equals("void") ? "" : "return ",
                        "ARGUMENTS", m.group(3).replaceAll("\\w+ (\\w+)", "$1")));
    }

    /// The text with each word, a regular expression, replaced.
    static String replaced(String text, Map<String, String> words) {
        for (var word : words.entrySet()) text = text.replaceAll(word.getKey(), word.getValue());
        return text;
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.exists(folder)) return List.of();
        try (var files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }
}
