// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes the classes of package `mpi` whose methods differ only in a basic type, or have two spellings. The build runs
/// `java Spellings.java TEMPLATES TARGET` before it compiles.
///
/// - `// also HEAD` in front of a method of MPJ Express adds Open MPI's, which calls it. HEAD is all up to
///   its name; its parameters are the same without offsets. After `(Buffer)` the first one is a buffer instead of
///   an object.
/// - `// for NUMBERS` ... `// end` repeats lines for each basic type, whose names stand for `number`, `Number` and
///   `NUMBER`. Bytes are written out, since buffers spell them differently.
/// - A template with `Number` in its name becomes a class for each type of a pair.
final class Spellings {
    private static final List<String> TYPES = List.of("char", "short", "int", "long", "float", "double");
    private static final List<String> OF_PAIRS = List.of("short", "long", "float", "double");
    private static final Pattern REPEATED = Pattern.compile("(?ms)^ +// for NUMBERS\n(.*?)^ +// end\n");
    private static final Pattern ALSO = Pattern.compile("(?ms)^    // also ([^\n(]+)(\\(Buffer\\))?\n"
            + "(    public [^\n{(]*?(\\w+)\\(([^)]*)\\)[^\n{]*\\{\n.*?^    }\n)");

    private Spellings() {}

    public static void main(String[] args) throws IOException {
        Path templates = Path.of(args[0], "mpi");
        Path target = Files.createDirectories(Path.of(args[1], "mpi"));
        try (var files = Files.list(templates)) {
            for (Path template : files.toList()) {
                String name = template.getFileName().toString();
                String text = Files.readString(template)
                        .replaceFirst("\n", "\n// Generated from src/main/templates/mpi/" + name + ": change that.\n");
                text = REPEATED.matcher(text)
                        .replaceAll(block -> Matcher.quoteReplacement(each(TYPES, block.group(1))));
                for (Matcher m = ALSO.matcher(text); m.reset(text).find(); ) // a method may have several marks
                text = m.replaceAll(method -> Matcher.quoteReplacement(twice(method)));
                if (!name.contains("Number")) write(target.resolve(name), text);
                else for (String type : OF_PAIRS) write(target.resolve(of(type, name)), of(type, text));
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) return; // an equal file is not compiled again
        Files.writeString(file, text);
    }

    private static String each(List<String> types, String text) {
        return types.stream().map(type -> of(type, text)).collect(Collectors.joining());
    }

    private static String of(String type, String text) {
        String title = type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1);
        return text.replace("NUMBER", type.toUpperCase(Locale.ROOT))
                .replace("Number", title)
                .replaceAll("\\bnumber\\b", type);
    }

    /// A method, and the one in the other spelling.
    private static String twice(MatchResult method) {
        String offset = "int (?:offset|so|ro|soff|roff)\\b";
        String all = method.group(5).strip().replaceAll("\\s+", " ");
        String own = all.replaceAll(offset + "(, )?", "");
        if (method.group(2) != null) own = own.replaceFirst("Object", "java.nio.Buffer");
        String arguments = all.replaceAll(offset, "0").replaceAll("[\\w\\[\\].]+ (\\w+)", "$1");
        String result = method.group(1).contains("void ") ? "" : "return ";
        return "%s\n    %s(%s) {\n        %s%s(%s);\n    }\n"
                .formatted(method.group(3), method.group(1), own, result, method.group(4), arguments);
    }
}
