// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jshmem.start.ProgramClasses;

/// The main method of a program whose PEs share one JVM. Each PE calls it once, on classes of its own unless the PEs
/// share the program's classes.
public final class MainMethod {
    private final String className;
    private final ProgramClasses classes;

    private MainMethod(String className, ProgramClasses classes) {
        this.className = className;
        this.classes = classes;
    }

    /// Returns the static `main(String[])` that a class has or inherits; throws `IllegalArgumentException` if it has
    /// none.
    public static MainMethod of(String className) throws ClassNotFoundException {
        var classes = new ProgramClasses();
        classes.first(loader -> method(className, loader));
        return new MainMethod(className, classes);
    }

    private static Method method(String className, ClassLoader loader) throws ClassNotFoundException {
        for (Class<?> type = Class.forName(className, false, loader); type != null; type = type.getSuperclass()) {
            try {
                Method method = type.getDeclaredMethod("main", String[].class);
                if (!Modifier.isStatic(method.getModifiers())) break;
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                // perhaps a class above has it
            }
        }
        throw missing(className);
    }

    private static IllegalArgumentException missing(String className) {
        return new IllegalArgumentException(
                "%s has no static main(String[]), which PEs in one JVM need; write one, or run PEs as processes"
                        .formatted(className));
    }

    /// Calls the main method as one PE, and throws its exceptions.
    public void call(String... arguments) throws Exception {
        ClassLoader loader = classes.next();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            method(className, loader).invoke(null, (Object) arguments.clone());
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw e;
            }
        }
    }
}
