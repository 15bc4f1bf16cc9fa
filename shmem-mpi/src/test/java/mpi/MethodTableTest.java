// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// docs/from-mpj.md lists the methods of both libraries: those that work, throw, or do not exist here. `-Ddocs.update`
/// writes the lists anew. `mpj-express.txt` and `open-mpi.txt` have the signatures of both libraries.
class MethodTableTest {
    private static final String BEGIN = "<!-- made by MethodTableTest -->\n";
    private static final String END = "<!-- end -->";

    private enum Here {
        WORKS,
        THROWS,
        MISSING
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = MethodTableTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static Here here(String signature) throws IOException {
        String name = signature.substring(0, signature.indexOf('.'));
        Class<?> type;
        try {
            type = Class.forName("mpi." + name, false, MethodTableTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return Here.MISSING;
        }
        String rest = signature.substring(signature.indexOf('.') + 1);
        for (Method method : type.getMethods()) {
            if (rest.equals(text(method))) return isMissing(method) ? Here.THROWS : Here.WORKS;
        }
        return Here.MISSING;
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
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
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
            String name = line.substring(line.indexOf('.') + 1, line.indexOf('('));
            Here here = here(line);
            List<String> names = table.computeIfAbsent(line.substring(0, line.indexOf('.')), _ -> new TreeMap<>())
                    .computeIfAbsent(here, _ -> new java.util.ArrayList<>());
            if (!names.contains(name)) names.add(name);
        }
        return table;
    }

    private static String rows(String title, String file) throws IOException {
        StringBuilder text =
                new StringBuilder("\n### %s\n\n| class | works | throws | not there |\n|-|-|-|-|\n".formatted(title));
        table(file).forEach((type, parts) -> {
            text.append("| `").append(type).append("` |");
            for (Here here : Here.values()) {
                String names = parts.getOrDefault(here, List.of()).stream()
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(" "));
                text.append(names.isEmpty() ? " |" : " " + names + " |");
            }
            text.append('\n');
        });
        return text.toString();
    }

    @Test
    void thePageListsTheMethods() throws IOException {
        Path page = Path.of(System.getProperty("jshmem.root"), "docs/from-mpj.md");
        String before = Files.readString(page);
        int begin = before.indexOf(BEGIN) + BEGIN.length();
        String now = before.substring(0, begin)
                + rows("MPJ Express", "mpj-express.txt")
                + rows("Open MPI's Java bindings", "open-mpi.txt")
                + "\n"
                + before.substring(before.indexOf(END));
        if (System.getProperty("docs.update") != null) Files.writeString(page, now);
        else assertEquals(now, before, page + " has drifted; run the test with -Ddocs.update");
    }

    /// Each of them links: it works, or throws with its name. Pack and Unpack have a type of MPJ Express's own.
    @Test
    void programsOfMpjExpressLink() throws IOException {
        List<String> gone = lines("mpj-express.txt").stream()
                .filter(line -> {
                    try {
                        return here(line) == Here.MISSING;
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .toList();
        assertTrue(
                gone.stream().allMatch(line -> line.startsWith("Comm.Pack(") || line.startsWith("Comm.Unpack(")),
                gone.toString());
    }

    @Test
    void fieldsOfProgramsLink() throws Exception {
        String fields = "UNDEFINED THREAD_SINGLE THREAD_FUNNELED THREAD_SERIALIZED THREAD_MULTIPLE ANY_SOURCE ANY_TAG"
                + " PROC_NULL BSEND_OVERHEAD SEND_OVERHEAD RECV_OVERHEAD IDENT CONGRUENT SIMILAR UNEQUAL GRAPH CART TAG_UB HOST IO";
        for (String name : fields.split(" "))
            assertEquals(int.class, MPI.class.getField(name).getType(), name);
        String types =
                "NULL BYTE CHAR SHORT BOOLEAN INT LONG FLOAT DOUBLE PACKED LB UB OBJECT SHORT2 INT2 LONG2 FLOAT2 DOUBLE2"
                        + " SHORT_INT LONG_INT FLOAT_INT DOUBLE_INT";
        for (String name : types.split(" "))
            assertEquals(Datatype.class, MPI.class.getField(name).getType(), name);
        String ops = "MAX MIN SUM PROD LAND BAND LOR BOR LXOR BXOR MAXLOC MINLOC";
        for (String name : ops.split(" "))
            assertEquals(Op.class, MPI.class.getField(name).getType(), name);
        assertEquals(Intracomm.class, MPI.class.getField("COMM_WORLD").getType());
        assertEquals(Comm.class, MPI.class.getField("COMM_SELF").getType());
        for (String name : "source tag index count".split(" "))
            assertEquals(int.class, Status.class.getField(name).getType());
    }
}
