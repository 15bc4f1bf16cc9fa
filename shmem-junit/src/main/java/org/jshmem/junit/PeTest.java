// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jshmem.Shmem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/// The call of a test method by one PE, on classes and an instance of the PE's own.
final class PeTest {
    private final List<Class<?>> classes;
    private final Method method;
    private final Object[] arguments;
    private final String path; // null if PEs share classes
    private final Queue<PeClasses> loaders = new ConcurrentLinkedQueue<>(); // of the PEs

    /// @param classes the test class, after the classes that enclose it if it is an inner class
    PeTest(List<Class<?>> classes, Method method, Object[] arguments, boolean shareClasses) {
        this.classes = classes;
        this.method = method;
        this.arguments = arguments;
        this.path = shareClasses ? null : PeClasses.path(classes.getLast());
    }

    /// Runs the test method, with the methods before and after it, as the PE of the open session `sh`.
    void run(Shmem sh) throws Throwable {
        ClassLoader common = classes.getLast().getClassLoader();
        ClassLoader loader = path == null ? common : ownLoader(common);
        Thread.currentThread().setContextClassLoader(loader);
        Method own = own(method, loader);
        List<Object> instances = instances(loader);
        Throwable failure = null;
        try {
            for (Object instance : instances) {
                for (Method before : methods(instance, BeforeEach.class, HierarchyTraversalMode.TOP_DOWN))
                    call(before, instance, handed(before, sh));
            }
            call(own, instances.getLast(), with(sh));
        } catch (Throwable t) {
            failure = t;
        }
        for (Object instance : instances.reversed()) {
            for (Method after : methods(instance, AfterEach.class, HierarchyTraversalMode.BOTTOM_UP)) {
                failure = after(after, instance, sh, failure);
            }
        }
        if (failure != null) throw failure;
    }

    private ClassLoader ownLoader(ClassLoader common) {
        var loader = new PeClasses(path, common);
        loaders.add(loader);
        return loader;
    }

    /// Closes the archives from which the PEs have loaded classes. To be called once all PEs have ended.
    void close() throws IOException {
        for (PeClasses loader : loaders) loader.close();
    }

    private static Throwable after(Method after, Object instance, Shmem sh, Throwable failure) {
        if (failure != null && after.getParameterCount() > 0) return failure; // the other PEs do not call it in step
        try {
            call(after, instance, handed(after, sh));
        } catch (Throwable t) {
            if (failure == null) return t;
            failure.addSuppressed(t);
        }
        return failure;
    }

    /// Makes the PE's own instances, each inside the one before it.
    private List<Object> instances(ClassLoader loader) throws Throwable {
        List<Object> instances = new ArrayList<>();
        for (Class<?> known : classes) {
            Class<?> type = Class.forName(known.getName(), true, loader);
            Constructor<?>[] all = type.getDeclaredConstructors();
            Object[] outer = instances.isEmpty() ? new Object[0] : new Object[] {instances.getLast()};
            if (all.length != 1 || all[0].getParameterCount() != outer.length) {
                throw new IllegalStateException(
                        "%s: each PE makes an instance of its own, which needs one constructor without parameters; give it one"
                                .formatted(type.getName()));
            }
            all[0].setAccessible(true);
            try {
                instances.add(all[0].newInstance(outer));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
        return instances;
    }

    private static List<Method> methods(
            Object instance, Class<? extends Annotation> kind, HierarchyTraversalMode order) {
        return AnnotationSupport.findAnnotatedMethods(instance.getClass(), kind, order);
    }

    /// Finds the PE's own copy of a method.
    private static Method own(Method method, ClassLoader loader) throws ClassNotFoundException {
        Class<?> type = Class.forName(method.getDeclaringClass().getName(), true, loader);
        return Arrays.stream(type.getDeclaredMethods())
                .filter(m -> m.toString().equals(method.toString())) // with the names of parameter types
                .findFirst()
                .orElseThrow();
    }

    /// The arguments from JUnit, with this PE's handle.
    private Object[] with(Shmem sh) {
        Object[] own = arguments.clone();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) if (types[i] == Shmem.class) own[i] = sh;
        return own;
    }

    private static Object[] handed(Method method, Shmem sh) {
        for (Class<?> type : method.getParameterTypes()) {
            if (type == Shmem.class) continue;
            throw new IllegalStateException(
                    "%s.%s runs as each PE of a @ShmemTest and can be given a Shmem only, not %s; take a Shmem or nothing"
                            .formatted(method.getDeclaringClass().getName(), method.getName(), type.getName()));
        }
        return Collections.nCopies(method.getParameterCount(), sh).toArray();
    }

    private static void call(Method method, Object instance, Object[] arguments) throws Throwable {
        method.setAccessible(true);
        try {
            method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "%s.%s: an argument is of a class that each PE has loaded for itself; use shareClasses = true"
                            .formatted(method.getDeclaringClass().getName(), method.getName()),
                    e);
        }
    }
}
