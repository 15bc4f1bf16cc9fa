// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// Examples in the Javadoc of programs' types compile. Names that an example does not declare are fields around it.
class JavadocExamplesTest {
    private static final Path API = Path.of("..", "shmem-api");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^ */// ```java\n((?: */// ?.*\n)*?) */// ```$");
    private static final String AROUND = """
            import java.lang.foreign.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import org.jshmem.*;

            class Example%d {
                static Shmem sh;
                static Team world;
                static Signal ready;
                static SymWORDs box, counters, flags, total;
                static SymDoubles u;
                static WORD value, free, mine;
                static int pe, next, root, bin, n, perPe, i, steps;
                static WORD[] data, other, keys, table;
                static double[] row;
                static double count, sum, squares;
                static Mailbox mailbox;
                %s
            }
            """;

    @Test
    void eachExampleCompiles() throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> types = Files.list(API.resolve("src/main/java/org/jshmem"))) {
            types.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
        for (String name : List.of("SymLongs", "SymInts", "SymMem", "CyclicLongs", "CyclicInts"))
            files.add(API.resolve("target/generated-sources/typed/org/jshmem/" + name + ".java"));
        for (Path file : files) {
            Matcher example = EXAMPLE.matcher(Files.readString(file));
            while (example.find()) sources.add(around(sources.size(), file.toString(), example.group(1)));
        }
        assertTrue(sources.size() > 30, sources.size() + " examples: are these all?");
        StringWriter errors = new StringWriter();
        Path classes = Files.createTempDirectory("examples");
        List<String> options = List.of("-proc:none", "-d", classes.toString());
        ToolProvider.getSystemJavaCompiler()
                .getTask(errors, null, null, options, null, sources)
                .call();
        assertEquals("", errors.toString());
    }

    private static JavaFileObject around(int number, String file, String comment) {
        String code = comment.lines()
                .map(line -> line.replaceFirst(" */// ?", ""))
                .map(line -> line.replaceFirst("^public (?:final )?class", "static class"))
                .collect(Collectors.joining("\n"));
        boolean members = code.startsWith("static class") || code.startsWith("public static");
        String body = members ? code : "static void run() throws Exception {\n" + code + "\n}";
        String word = file.contains("Ints") ? "int" : "long";
        String text = AROUND.formatted(number, body)
                .replace("WORDs", word.equals("int") ? "Ints" : "Longs")
                .replace("WORD", word);
        URI name = URI.create("string:///Example" + number + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
