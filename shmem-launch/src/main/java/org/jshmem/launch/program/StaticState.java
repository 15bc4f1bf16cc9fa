// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jshmem.start.ProgramClasses;

/// Whether the classes of a program hold anything static that one PE could change and another could see.
///
/// PEs that share a JVM load such a program once for each PE, and compile it as often. All others are loaded and
/// compiled
/// once. The answer errs towards state: what this class cannot follow counts as state.
/*
 * Followed are the classes that the main class reaches by names in constant pools, as far as they are the program's own.
 * State is a static field that is not final; a final one of a type that is not known to be immutable; an initializer that
 * calls anything but the JDK's pure functions, since its result or its effect may belong to one PE; a lock on a class;
 * and looking up classes by name, which would leave the followed ones.
 */
final class StaticState {
    private static final Set<String> IMMUTABLE = Set.of(
            "Ljava/lang/String;",
            "Ljava/lang/Boolean;",
            "Ljava/lang/Character;",
            "Ljava/lang/Byte;",
            "Ljava/lang/Short;",
            "Ljava/lang/Integer;",
            "Ljava/lang/Long;",
            "Ljava/lang/Float;",
            "Ljava/lang/Double;",
            "Ljava/math/BigInteger;",
            "Ljava/math/BigDecimal;",
            "Ljava/time/Duration;",
            "Ljava/util/regex/Pattern;",
            "Ljava/lang/invoke/VarHandle;",
            "Ljava/lang/invoke/MethodHandle;");

    /// Beginnings of types that are immutable.
    private static final Set<String> IMMUTABLE_KINDS =
            Set.of("Ljava/lang/foreign/ValueLayout", "Ljdk/incubator/vector/VectorSpecies");

    /// Beginnings of `owner.method` that an initializer may call: they give every PE the same and change nothing.
    private static final Set<String> PURE = Set.of(
            "java/lang/Math.",
            "java/lang/StrictMath.",
            "java/lang/String.",
            "java/lang/Integer.",
            "java/lang/Long.",
            "java/lang/Double.",
            "java/lang/Float.",
            "java/lang/Boolean.",
            "java/lang/Class.desiredAssertionStatus",
            "java/lang/Enum.<init>",
            "java/lang/Object.<init>",
            "java/lang/System.getProperty",
            "java/lang/System.getenv",
            "java/lang/System.lineSeparator",
            "java/math/Big",
            "java/time/Duration.",
            "java/util/regex/Pattern.compile",
            "java/lang/foreign/ValueLayout",
            "java/lang/foreign/MemoryLayout",
            "jdk/incubator/vector/");

    /// What finds classes by names that stand in no constant pool, or defines new ones.
    private static final Set<String> FINDERS = Set.of(
            "java/lang/Class.forName",
            "java/lang/ClassLoader.",
            "java/net/URLClassLoader.",
            "java/util/ServiceLoader.",
            "java/lang/invoke/MethodHandles$Lookup.findClass",
            "java/lang/invoke/MethodHandles$Lookup.define");

    private final URLClassLoader path;
    private final Map<String, Boolean> enums = new HashMap<>();

    private StaticState(URLClassLoader path) {
        this.path = path;
    }

    /// The first thing found that is state, in words; empty where a program has none.
    static Optional<String> of(Target program) {
        String path = String.join(File.pathSeparator, program.classPath());
        try (var loader = new URLClassLoader(ProgramClasses.urls(path), null)) {
            return new StaticState(loader).reachedFrom(program.mainClass().replace('.', '/'));
        } catch (IOException | IllegalArgumentException e) { // an unreadable entry, a class file of a newer JDK
            return Optional.of(program.mainClass() + " cannot be read");
        }
    }

    private Optional<String> reachedFrom(String main) throws IOException {
        Set<String> seen = new HashSet<>(Set.of(main));
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            ClassModel model = read(open.remove());
            if (model == null) continue; // not the program's own
            Optional<String> state = in(model);
            if (state.isPresent()) return state;
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry reached && seen.add(reached.asInternalName())) {
                    open.add(reached.asInternalName());
                }
            }
        }
        return Optional.empty();
    }

    private ClassModel read(String name) throws IOException {
        URL file = path.findResource(name + ".class"); // getResource would find the JDK's classes too
        if (file == null) return null;
        try (InputStream in = file.openStream()) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    private Optional<String> in(ClassModel model) throws IOException {
        String name = model.thisClass().asInternalName().replace('/', '.');
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC) && !isConstant(model, field)) {
                return Optional.of("the static field " + name + "." + field.fieldName());
            }
        }
        for (MethodModel method : model.methods()) {
            String where = name + "." + method.methodName();
            if (method.flags().has(AccessFlag.STATIC) && method.flags().has(AccessFlag.SYNCHRONIZED)) {
                return Optional.of("the lock of the static method " + where);
            }
            Optional<String> state = in(model, method);
            if (state.isPresent()) return state.map(what -> what + " in " + where);
        }
        return Optional.empty();
    }

    private boolean isConstant(ClassModel model, FieldModel field) throws IOException {
        if (!field.flags().has(AccessFlag.FINAL)) return false;
        if (field.findAttribute(Attributes.constantValue()).isPresent()) return true;
        String type = field.fieldType().stringValue();
        if (type.length() == 1 || IMMUTABLE.contains(type)) return true;
        if (IMMUTABLE_KINDS.stream().anyMatch(type::startsWith)) return true;
        String itself = model.thisClass().asInternalName();
        boolean hidden = field.flags().has(AccessFlag.SYNTHETIC); // made by the compiler, which alone reads it
        if (type.equals("[L" + itself + ";")) return hidden;
        if (type.equals("[I")) return hidden && field.fieldName().stringValue().startsWith("$SwitchMap$");
        return type.startsWith("L") && isEnumWithoutFields(type.substring(1, type.length() - 1));
    }

    private boolean isEnumWithoutFields(String name) throws IOException {
        Boolean known = enums.get(name);
        if (known != null) return known;
        ClassModel model = read(name);
        boolean is = model != null
                && model.flags().has(AccessFlag.ENUM)
                && model.fields().stream().allMatch(field -> field.flags().has(AccessFlag.STATIC));
        enums.put(name, is);
        return is;
    }

    private static Optional<String> in(ClassModel model, MethodModel method) {
        boolean initializes = method.methodName().equalsString("<clinit>");
        boolean takesClass = false;
        boolean locks = false;
        for (CodeElement element : method.code().map(code -> code.elementList()).orElse(List.of())) {
            switch (element) {
                case InvokeInstruction call -> {
                    String callee =
                            call.owner().asInternalName() + "." + call.name().stringValue();
                    if (FINDERS.stream().anyMatch(callee::startsWith)) return Optional.of("a class found by name");
                    boolean own = call.owner().equals(model.thisClass())
                                    && model.flags().has(AccessFlag.ENUM)
                            || callee.endsWith(".values");
                    if (initializes && !own && PURE.stream().noneMatch(callee::startsWith)) {
                        return Optional.of("a call of " + callee.replace('/', '.'));
                    }
                }
                case ConstantInstruction constant
                when constant.opcode() == Opcode.LDC || constant.opcode() == Opcode.LDC_W ->
                    takesClass |= constant.constantValue() instanceof ClassDesc;
                case MonitorInstruction _ -> locks = true;
                default -> {}
            }
        }
        return takesClass && locks ? Optional.of("the lock of a class") : Optional.empty();
    }
}
