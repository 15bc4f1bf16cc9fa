// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The search in a program for static state that one PE could change and another could see.
///
/// PEs that share a JVM load a program with such state once for each PE, and compile it as often. A program without it
/// is loaded and compiled once. The search errs towards state: code that it cannot follow counts as state.
/*
 * State is a static field that is not final, and a final one of a type that is not known to be immutable. An
 * initializer that calls other functions than the JDK's pure ones is state, since its result or its effect may belong
 * to one PE. Any lock except that of an object's own method is state, since it may be one of a class or a constant. So
 * is a lookup of classes by name, which may find classes that were not searched.
 */
public final class StaticState {
    private static final Set<String> IMMUTABLE = ReachedClasses.names("immutable");
    private static final Set<String> IMMUTABLE_KINDS = ReachedClasses.names("immutable-kinds");
    private static final Set<String> PURE = ReachedClasses.names("pure");
    private static final Set<String> PURE_KINDS = ReachedClasses.names("pure-kinds");

    private static final Set<String> ENUM_OWN = Set.of("<init>", "$values", "values", "ordinal");
    private static final Set<String> FINDERS = ReachedClasses.names("finders");

    private final Map<String, Boolean> enums = new HashMap<>();
    private ReachedClasses classes;

    private StaticState() {}

    /// The first state found, in words. If it is empty, PEs that share a JVM may share the program's classes.
    public static Optional<String> of(PeProgram program) {
        var state = new StaticState();
        return ReachedClasses.first(program, (model, classes) -> {
            state.classes = classes;
            return state.in(model);
        });
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
            boolean ofAll =
                    method.flags().has(AccessFlag.STATIC) || model.flags().has(AccessFlag.ENUM);
            if (ofAll && method.flags().has(AccessFlag.SYNCHRONIZED)) {
                return Optional.of("the lock of the method " + where);
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
        boolean hidden = field.flags().has(AccessFlag.SYNTHETIC); // the compiler made it, and only its code reads it
        if (type.equals("[L" + itself + ";")) return hidden;
        if (type.equals("[I")) return hidden && field.fieldName().stringValue().startsWith("$SwitchMap$");
        return type.startsWith("L") && isEnumWithoutFields(type.substring(1, type.length() - 1));
    }

    private boolean isEnumWithoutFields(String name) throws IOException {
        Boolean known = enums.get(name);
        if (known != null) return known;
        ClassModel model = classes.read(name);
        boolean is = model != null
                && model.flags().has(AccessFlag.ENUM)
                && model.fields().stream().allMatch(field -> field.flags().has(AccessFlag.STATIC));
        enums.put(name, is);
        return is;
    }

    private Optional<String> in(ClassModel model, MethodModel method) throws IOException {
        boolean isEnum = model.flags().has(AccessFlag.ENUM);
        String name = method.methodName().stringValue();
        boolean initializes = name.equals("<clinit>") || isEnum && name.equals("<init>");
        for (CodeElement element : method.code().map(code -> code.elementList()).orElse(List.of())) {
            switch (element) {
                case InvokeInstruction call -> {
                    String callee =
                            call.owner().asInternalName() + "." + call.name().stringValue();
                    if (FINDERS.stream().anyMatch(callee::startsWith)) return Optional.of("a class found by name");
                    if (initializes && !isPure(callee) && !makesConstants(call)) {
                        return Optional.of("a call of " + callee.replace('/', '.'));
                    }
                }
                case MonitorInstruction _ -> { // the search does not follow the object: a class, a constant, a lambda
                    return Optional.of("a lock");
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    private static boolean isPure(String callee) {
        if (callee.equals("java/lang/Math.random") || callee.equals("java/lang/StrictMath.random")) return false;
        return PURE.contains(callee) || PURE_KINDS.stream().anyMatch(callee::startsWith);
    }

    /// Whether the compiler generates this call to make an enum's constants, or to number them for a switch.
    private boolean makesConstants(InvokeInstruction call) throws IOException {
        String name = call.name().stringValue();
        if (!ENUM_OWN.contains(name)) return false;
        ClassModel owner = classes.read(call.owner().asInternalName());
        return owner != null && owner.flags().has(AccessFlag.ENUM);
    }
}
