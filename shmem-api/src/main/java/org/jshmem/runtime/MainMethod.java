// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/// The main method of a program whose PEs share one JVM: called once for each of them.
public final class MainMethod {
    private final Method method;

    private MainMethod(Method method) {
        this.method = method;
    }

    /// The static `main(String[])` of a class; `IllegalArgumentException` where it has none.
    public static MainMethod of(String className) throws ClassNotFoundException {
        try {
            Method method = Class.forName(className).getDeclaredMethod("main", String[].class);
            if (!Modifier.isStatic(method.getModifiers())) throw missing(className);
            method.setAccessible(true);
            return new MainMethod(method);
        } catch (NoSuchMethodException e) {
            throw missing(className);
        }
    }

    private static IllegalArgumentException missing(String className) {
        return new IllegalArgumentException(
                "%s has no static main(String[]), which PEs in one JVM need; write one, or run PEs as processes"
                        .formatted(className));
    }

    /// Calls it as one PE and throws what it throws.
    public void call(String... arguments) throws Exception {
        try {
            method.invoke(null, (Object) arguments.clone());
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw e;
            }
        }
    }
}
