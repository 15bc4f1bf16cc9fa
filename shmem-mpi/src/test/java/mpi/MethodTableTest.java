// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// docs/reference/package-mpi.txt lists the methods and fields of both libraries: those that work, throw, or do not
/// exist here. `-Ddocs.update` writes the lists anew. `mpj-express.txt` and `open-mpi.txt` have what both libraries
/// show to
/// programs.
class MethodTableTest {
    private enum Here {
        WORKS,
        THROWS,
        NOT_THERE
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = MethodTableTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /// Looks for a member as the JVM does, by its name and its types, in the class and in those above it.
    private static Here here(String signature) throws IOException {
        int dot = signature.indexOf('.');
        if (!isThere(signature.substring(0, dot))) return Here.NOT_THERE;
        Class<?> type = classOf(signature.substring(0, dot));
        String rest = signature.substring(dot + 1);
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                String text = field.getName() + ":" + field.getType().getSimpleName();
                if (isForPrograms(field) && rest.equals(text)) return Here.WORKS;
            }
            for (Method method : each.getDeclaredMethods()) {
                if (isForPrograms(method) && rest.equals(text(method)))
                    return isMissing(method) ? Here.THROWS : Here.WORKS;
            }
        }
        for (Method method : type.getMethods()) if (rest.equals(text(method))) return Here.WORKS; // of an interface
        return Here.NOT_THERE;
    }

    private static Class<?> classOf(String name) {
        try {
            return Class.forName("mpi." + name, false, MethodTableTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isThere(String type) {
        return MethodTableTest.class.getClassLoader().getResource("mpi/" + type + ".class") != null;
    }

    private static boolean isForPrograms(Member member) {
        return (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static String text(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"))
                + method.getReturnType().getSimpleName();
    }

    private static boolean isMissing(Method method) throws IOException {
        Class<?> type = method.getDeclaringClass();
        if (!type.getName().startsWith("mpi.")) return false;
        try (InputStream in = type.getResourceAsStream(type.getName().substring(4) + ".class")) {
            return ClassFile.of().parse(in.readAllBytes()).methods().stream()
                    .filter(m -> m.methodName().equalsString(method.getName()))
                    .anyMatch(MethodTableTest::callsMissing);
        }
    }

    private static boolean callsMissing(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(
                        e -> e instanceof InvokeInstruction call && call.name().equalsString("missing"));
    }

    private static Map<String, Map<Here, List<String>>> table(String file) throws IOException {
        Map<String, Map<Here, List<String>>> table = new TreeMap<>();
        for (String line : lines(file)) {
            Here here = here(line);
            String name = line.substring(line.indexOf('.') + 1).replaceFirst("[(:].*", "");
            if (!isThere(line.substring(0, line.indexOf('.')))) name = "the class";
            List<String> names = table.computeIfAbsent(
                            line.substring(0, line.indexOf('.')).replace('$', '.'), _ -> new TreeMap<>())
                    .computeIfAbsent(here, _ -> new java.util.ArrayList<>());
            if (!names.contains(name)) names.add(name);
        }
        return table;
    }

    private static String rows(String title, String file) throws IOException {
        StringBuilder text = new StringBuilder(title).append('\n');
        table(file).forEach((type, parts) -> {
            text.append(type).append('\n');
            parts.forEach((here, names) -> text.append("  %s: %s%n"
                    .formatted(here.name().toLowerCase(Locale.ROOT).replace('_', ' '), String.join(" ", names))));
        });
        return text.toString();
    }

    @Test
    void thePageListsTheMethods() throws IOException {
        Path page = Path.of(System.getProperty("jshmem.root"), "docs/reference/package-mpi.txt");
        Pages.assertShows(
                page, rows("MPJ Express", "mpj-express.txt") + "\n" + rows("Open MPI's Java bindings", "open-mpi.txt"));
    }

    /// Each member links: a method works, or throws with its name. Pack and Unpack have a type of MPJ Express's own.
    @Test
    void programsOfMpjExpressLink() throws IOException {
        Map<String, List<String>> gone = new TreeMap<>();
        table("mpj-express.txt").forEach((type, parts) -> {
            if (parts.containsKey(Here.NOT_THERE)) gone.put(type, parts.get(Here.NOT_THERE));
        });
        assertEquals(Map.of("Comm", List.of("Pack", "Unpack")), gone);
    }
}
