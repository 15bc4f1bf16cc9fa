// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Tests that were seen to fail: `faults.txt` names a method, a fault, and the test that must fail with it.
///
/// The fault is put into a copy of the compiled class, which stands first on the class path of the test's JVM.
/// Ten rows are drawn by the commit; `-Dfaults.seed=N` draws those of a printed seed, `-Dfaults=200` takes all rows,
/// `-Dfaults='Futex|Heap#'` those in which this pattern is found.
class FaultsIT {
    private record Row(String owner, String method, List<String> fault, String test) {
        static Row of(String line) {
            String[] words = line.split(" +");
            int hash = words[0].indexOf('#');
            List<String> fault = List.of(words).subList(1, words.length - 1);
            return new Row(words[0].substring(0, hash), words[0].substring(hash + 1), fault, words[words.length - 1]);
        }

        @Override
        public String toString() {
            return owner + "#" + method + " " + String.join(" ", fault) + " " + test;
        }
    }

    private final Map<String, String> failures = new HashMap<>(); // of each test without a fault

    /// Whether each test notices its fault takes long; whether the rows have followed the code does not.
    @Test
    void everyRowNamesAMethodAndATest() throws IOException {
        for (Row row : rows()) {
            Path owner = TestJvm.file(TestJvm.classesWith(row.owner, "classes"), row.owner);
            assertDoesNotThrow(() -> withFault(Files.readAllBytes(owner), row), row::toString);
            TestJvm.classesWith(row.test, "test-classes");
        }
    }

    private static List<Row> rows() throws IOException {
        try (var in = FaultsIT.class.getResourceAsStream("faults.txt")) {
            return new String(in.readAllBytes())
                    .lines()
                    .filter(line -> line.contains("#") && !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        }
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicTest> theNamedTestCatchesTheFault(@TempDir Path folder) throws IOException {
        List<Row> rows = new ArrayList<>(rows());
        String wanted = System.getProperty("faults", "10");
        if (wanted.matches("\\d+")) {
            long seed = Long.getLong("faults.seed", Samples.ofCommit());
            System.out.println("faults.seed=" + seed);
            Collections.shuffle(rows, new Random(seed));
            rows.subList(Math.min(rows.size(), Integer.parseInt(wanted)), rows.size())
                    .clear();
        } else {
            rows.removeIf(
                    row -> !Pattern.compile(wanted).matcher(row.toString()).find());
        }
        return rows.stream().map(row -> DynamicTest.dynamicTest(row.toString(), () -> check(row, folder)));
    }

    private void check(Row row, Path folder) throws IOException, InterruptedException {
        Path classes = TestJvm.classesWith(row.owner, "classes");
        Path faulty = folder.resolve(row.toString().replaceAll("\\W", "_"));
        Path copy = faulty.resolve(classes.relativize(TestJvm.file(classes, row.owner)));
        Files.createDirectories(copy.getParent());
        Files.write(copy, withFault(Files.readAllBytes(TestJvm.file(classes, row.owner)), row));
        if (!failures.containsKey(row.test)) {
            int status = run(folder, row.test);
            failures.put(row.test, status == 0 ? "" : Files.readString(folder.resolve("output")));
        }
        assertEquals("", failures.get(row.test), row.test + " without a fault");
        assertNotEquals(0, run(faulty, row.test), "the test did not notice the fault");
    }

    private static int run(Path first, String test) throws IOException, InterruptedException {
        return TestJvm.run(TestJvm.ownFlags(), first, test, 90, first.resolve("output"));
    }

    private static byte[] withFault(byte[] bytes, Row row) {
        ClassFile format = ClassFile.of();
        int[] changes = new int[1];
        Predicate<MethodModel> meant = method -> {
            String name = method.methodName().stringValue();
            return name.equals(row.method) || name.startsWith("lambda$" + row.method + "$");
        };
        CodeTransform change = (to, element) -> {
            if (isChanged(to, element, row.fault)) changes[0]++;
            else to.with(element);
        };
        ClassTransform transform = row.fault.size() > 1
                ? ClassTransform.transformingMethodBodies(meant, change)
                : (to, element) -> {
                    if (!(element instanceof MethodModel method)
                            || !method.methodName().equalsString(row.method)
                            || method.flags().has(AccessFlag.ABSTRACT)
                            || method.flags().has(AccessFlag.SYNTHETIC)) {
                        to.with(element);
                        return;
                    }
                    changes[0]++;
                    int value = row.fault.getFirst().equals("empty") ? 0 : 1;
                    to.withMethodBody(
                            method.methodName(),
                            method.methodType(),
                            method.flags().flagsMask(),
                            code -> code.return_(
                                    load(code, method.methodTypeSymbol().returnType(), value)));
                };
        byte[] changed = format.transformClass(format.parse(bytes), transform);
        if (changes[0] == 0) throw new AssertionError("no such method or call: the list is to follow the code");
        return changed;
    }

    /// Writes another instruction if the fault is one of this instruction.
    private static boolean isChanged(CodeBuilder to, CodeElement element, List<String> fault) {
        String what = fault.getFirst();
        String other = fault.getLast();
        switch (element) {
            case InvokeInstruction call
            when what.equals("without") && call.name().equalsString(other) -> omit(to, call);
            case InvokeInstruction call
            when call.name().equalsString(what) ->
                to.invoke(call.opcode(), call.owner().asSymbol(), other, call.typeSymbol(), call.isInterface());
            case ConstantInstruction constant
            when constant.constantValue() instanceof Integer number && what.equals(number + "") ->
                to.loadConstant(Integer.parseInt(other));
            case ConstantInstruction constant
            when what.startsWith("\"")
                    && constant.constantValue() instanceof String text
                    && text.contains(unquoted(what)) -> to.loadConstant(text.replace(unquoted(what), unquoted(other)));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static String unquoted(String text) {
        return text.replace("\"", "");
    }

    private static void omit(CodeBuilder to, InvokeInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        for (ClassDesc parameter : type.parameterList().reversed()) {
            if (TypeKind.from(parameter).slotSize() == 2) to.pop2();
            else to.pop();
        }
        if (call.opcode() != Opcode.INVOKESTATIC) to.pop();
        load(to, type.returnType(), 0);
    }

    private static TypeKind load(CodeBuilder to, ClassDesc type, int value) {
        TypeKind kind = TypeKind.from(type);
        switch (kind.asLoadable()) {
            case INT -> to.loadConstant(value);
            case LONG -> to.loadConstant((long) value);
            case FLOAT -> to.loadConstant((float) value);
            case DOUBLE -> to.loadConstant((double) value);
            case REFERENCE -> to.aconst_null();
            default -> {}
        }
        return kind;
    }
}
