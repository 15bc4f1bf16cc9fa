// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The searches in a program for what its PEs would notice if they shared a JVM, a thread of the kernel, or
/// classes. Each returns its first finding in words. The searches err towards a finding.
///
/// PEs that share a JVM load a program with static state once for each PE, and compile it as often. A program
/// without it is loaded and compiled once.
///
/// @param program the program
/*
 * State is a static field that is not final, and a final one of a type that is not known to be immutable, such as a
 * constant of an enum of the program. An
 * initializer that calls other functions than the JDK's pure ones is state, since its result or its effect may belong
 * to one PE. Any lock except that of an object's own method is state, since it may be one of a class or a constant. So
 * is a lookup of classes by name, which may find classes that were not searched.
 */
public record JvmSharing(Program program) {
    private static final Properties NAMES = new Properties();

    static {
        try (InputStream in = JvmSharing.class.getResourceAsStream("names.properties")) {
            NAMES.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final Set<String> JVM_WIDE = names("jvm-wide");
    private static final Set<String> OWN_THREADS = names("own-threads");
    private static final Set<String> IMMUTABLE = names("immutable");
    private static final Set<String> IMMUTABLE_KINDS = names("immutable-kinds");
    private static final Set<String> PURE = names("pure");
    private static final Set<String> PURE_KINDS = names("pure-kinds");
    private static final Set<String> FINDERS = names("finders");

    private static Set<String> names(String kind) {
        return Set.of(NAMES.getProperty(kind).split(" "));
    }

    /// The use of an object that a JVM has once. Without one PEs may share a JVM by default.
    public Optional<String> jvmWideUse() {
        return first(model -> firstUse(model, used -> JVM_WIDE.contains(used) || isParallel(used)));
    }

    /// The use of threads that only a PE with a thread of the kernel may make. Without one carriers may run the PEs.
    public Optional<String> ownThreads() {
        return first(model -> firstUse(model, OWN_THREADS::contains));
    }

    /// The static state that one PE could change and another could see. Without it PEs may share the program's classes.
    public Optional<String> state() {
        if (program.usesMpi()) return Optional.of("package mpi, whose communicators are static");
        return first(JvmSharing::firstState);
    }

    private Optional<String> first(Function<ClassModel, Optional<String>> search) {
        return program.models.stream()
                .flatMap(model -> search.apply(model).stream())
                .findFirst()
                .or(() -> Optional.ofNullable(program.unread));
    }

    /// The first method or field that a class names and whose name, such as `java/lang/System.exit`, is wanted.
    private static Optional<String> firstUse(ClassModel model, Predicate<String> wanted) {
        for (PoolEntry entry : model.constantPool()) {
            if (!(entry instanceof MemberRefEntry member)) continue;
            String used = name(member);
            if (!wanted.test(used)) continue;
            return Optional.of(used.substring(used.lastIndexOf('/') + 1) + " in " + name(model));
        }
        return Optional.empty();
    }

    /// Whether a call makes a parallel stream. In a JVM with several PEs the threads of its pool belong to no PE.
    private static boolean isParallel(String called) {
        return called.endsWith(".parallelStream")
                || called.startsWith("java/util/stream/") && called.endsWith(".parallel");
    }

    private static String name(MemberRefEntry member) {
        return member.owner().asInternalName() + "." + member.name().stringValue();
    }

    private static String name(ClassModel model) {
        return model.thisClass().asInternalName().replace('/', '.');
    }

    private static Optional<String> firstState(ClassModel model) {
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC) && !isConstant(field)) {
                return Optional.of("the static field " + name(model) + "." + field.fieldName());
            }
        }
        for (MethodModel method : model.methods()) {
            String where = name(model) + "." + method.methodName();
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
            // the search does not follow the object of a lock: a class, a constant, a lambda
            if (element instanceof MonitorInstruction) return Optional.of("a lock");
            if (!(element instanceof InvokeInstruction call)) continue;
            String callee = name(call.method());
            if (FINDERS.stream().anyMatch(callee::startsWith)) return Optional.of("a class found by name");
            if (initializes && !isPure(callee)) return Optional.of("a call of " + callee.replace('/', '.'));
        }
        return Optional.empty();
    }

    private static boolean isPure(String callee) {
        if (callee.equals("java/lang/Math.random") || callee.equals("java/lang/StrictMath.random")) return false;
        return PURE.contains(callee) || PURE_KINDS.stream().anyMatch(callee::startsWith);
    }
}
