// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Writes the Java sources that differ only in a type. Each template becomes a class for each element type, and the
/// tables of routines become the C names. The build runs `java Generate.java TEMPLATES TARGET` before it compiles.
///
/// A template is Java with words that depend on the type: `TYPE` as in the specification's prototypes, `Type` in
/// names. [Type#words] and [Operator#words] list them. Marks in a template choose lines:
/// - `// if ABILITY` or `// unless ABILITY` ... `// end` keeps lines for the types with the ability, or without it;
/// - `// for OP` ... `// end` repeats lines for each operator of the type.
public final class Generate {
    private final Path templates;
    private final Path target;
    private final Set<Path> written = new HashSet<>();

    private Generate(Path templates, Path target) {
        this.templates = templates;
        this.target = target;
    }

    public static void main(String[] args) throws IOException {
        new Generate(Path.of(args[0]), Path.of(args[1])).all();
    }

    private void all() throws IOException {
        for (Path template : javaFiles(templates)) {
            for (Type type : Type.values()) {
                var operators = Arrays.stream(Operator.values())
                        .filter(op -> op.of(type))
                        .toList();
                write(template, type.words(), type.abilities(), operators);
            }
            if (Files.readString(template).contains("// if MEM")) {
                write(template, Type.memWords(), Set.of(Type.Ability.MEM.name()), List.of());
            }
        }
        for (var source : CNames.sources().entrySet()) {
            write(target.resolve("org/jshmem/compat/" + source.getKey() + ".java"), source.getValue());
        }
        for (Path old : javaFiles(target)) if (!written.contains(old)) Files.delete(old);
    }

    private void write(Path template, Map<String, String> words, Set<String> abilities, List<Operator> operators)
            throws IOException {
        Path name = templates.relativize(template);
        List<String> lines = new ArrayList<>();
        var from = Files.readAllLines(template).iterator();
        if (expand(name, from, true, abilities, operators, lines)) {
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
            Path name,
            Iterator<String> from,
            boolean keep,
            Set<String> abilities,
            List<Operator> operators,
            List<String> to) {
        while (from.hasNext()) {
            String line = from.next();
            String[] mark = line.strip().split(" ");
            if (line.strip().equals("// end")) return true;
            boolean ended = true;
            if (mark.length == 3
                    && mark[0].equals("//")
                    && List.of("if", "unless").contains(mark[1])) {
                boolean wanted =
                        abilities.contains(Type.Ability.valueOf(mark[2]).name()) == mark[1].equals("if");
                ended = expand(name, from, keep && wanted, abilities, operators, to);
            } else if (line.strip().equals("// for OP")) {
                List<String> block = new ArrayList<>();
                ended = expand(name, from, keep, abilities, operators, block);
                for (Operator op : operators) for (String each : block) to.add(replaced(each, op.words()));
            } else if (keep) {
                to.add(line);
            }
            if (!ended) throw new IllegalArgumentException(name + " has a block without its // end: " + line.strip());
        }
        return false;
    }

    private static String replaced(String text, Map<String, String> words) {
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
