// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The search in a program for static state that one PE could change and another could see.
///
/// PEs that share a JVM load a program with such state once for each PE, and compile it as often. A program without it
/// is loaded and compiled once. The search errs towards state: code that it cannot follow counts as state.
/*
 * State is a static field that is not final, and a final one of a type that is not known to be immutable, such as a
 * constant of an enum of the program. An
 * initializer that calls other functions than the JDK's pure ones is state, since its result or its effect may belong
 * to one PE. Any lock except that of an object's own method is state, since it may be one of a class or a constant. So
 * is a lookup of classes by name, which may find classes that were not searched.
 */
public final class StaticState {
    private static final Set<String> IMMUTABLE = ReachedClasses.names("immutable");
    private static final Set<String> IMMUTABLE_KINDS = ReachedClasses.names("immutable-kinds");
    private static final Set<String> PURE = ReachedClasses.names("pure");
    private static final Set<String> PURE_KINDS = ReachedClasses.names("pure-kinds");

    private static final Set<String> FINDERS = ReachedClasses.names("finders");

    private StaticState() {}

    /// The first state found, in words. If it is empty, PEs that share a JVM may share the program's classes.
    public static Optional<String> of(PeProgram program) {
        return ReachedClasses.first(program, StaticState::in);
    }

    private static Optional<String> in(ClassModel model) {
        String name = model.thisClass().asInternalName().replace('/', '.');
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC) && !isConstant(field)) {
                return Optional.of("the static field " + name + "." + field.fieldName());
            }
        }
        for (MethodModel method : model.methods()) {
            String where = name + "." + method.methodName();
            if (method.flags().has(AccessFlag.STATIC) && method.flags().has(AccessFlag.SYNCHRONIZED)) {
                return Optional.of("the lock of the method " + where);
            }
            Optional<String> state = inCode(method);
            if (state.isPresent()) return state.map(what -> what + " in " + where);
        }
        return Optional.empty();
    }

    private static boolean isConstant(FieldModel field) {
        if (!field.flags().has(AccessFlag.FINAL)) return false;
        String type = field.fieldType().stringValue();
        return type.length() == 1
                || IMMUTABLE.contains(type)
                || IMMUTABLE_KINDS.stream().anyMatch(type::startsWith);
    }

    private static Optional<String> inCode(MethodModel method) {
        boolean initializes = method.methodName().equalsString("<clinit>");
        for (CodeElement element : method.code().map(code -> code.elementList()).orElse(List.of())) {
            switch (element) {
                case InvokeInstruction call -> {
                    String callee =
                            call.owner().asInternalName() + "." + call.name().stringValue();
                    if (FINDERS.stream().anyMatch(callee::startsWith)) return Optional.of("a class found by name");
                    if (initializes && !isPure(callee)) {
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
}
