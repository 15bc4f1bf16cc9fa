// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The main method of a program whose PEs share one JVM. Each PE calls it once, on classes of its own unless the PEs
/// share the program's classes.
///
/// @param className the class that has the method, or inherits it
/// @param classes the class loaders of the PEs
public record MainMethod(String className, ProgramClasses classes) {
    private static final Pattern WRONG_NAME = Pattern.compile("\\(wrong name: (\\S+)\\)");

    /// Returns the main method that a class has or inherits, in a form that `java` runs: static or not, with or without
    /// `String[]`. Throws `IllegalArgumentException` if the class has none, or cannot be loaded.
    public static MainMethod of(String className) throws ClassNotFoundException {
        var classes = new ProgramClasses();
        try {
            method(Class.forName(className, false, classes.first()));
        } catch (LinkageError e) {
            String why = e.toString();
            throw new IllegalArgumentException("%s cannot be loaded, %s; %s".formatted(className, why, remedy(why)), e);
        }
        return new MainMethod(className, classes);
    }

    /// The remedy for a main class that a JVM cannot load, for the reason that the JVM prints.
    public static String remedy(String why) {
        if (why.contains("UnsupportedClassVersionError")) {
            return "compile it by javac --release %d, or set JSHMEM_JAVA_HOME to a newer JDK"
                    .formatted(Runtime.version().feature());
        }
        if (why.contains("ClassFormatError")) return "compile it again";
        Matcher name = WRONG_NAME.matcher(why);
        return name.find()
                ? "give its whole name, %s, and by -cp the folder above its packages"
                        .formatted(name.group(1).replace('/', '.'))
                : "give by -cp the classes that it needs too";
    }

    private static Method method(Class<?> program) {
        Method method = method(program, String[].class);
        if (method == null) method = method(program, new Class<?>[0]);
        if (method == null || !Modifier.isStatic(method.getModifiers()) && constructor(program) == null) {
            throw new IllegalArgumentException(
                    "%s has no main method; give it one, such as public static void main(String[] args)"
                            .formatted(program.getName()));
        }
        method.setAccessible(true);
        return method;
    }

    /// A main method with these parameters, or null.
    private static Method method(Class<?> program, Class<?>... parameters) {
        for (Class<?> type = program; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean isMain = method.getName().equals("main") && method.getReturnType() == void.class;
                boolean takes = Arrays.equals(method.getParameterTypes(), parameters);
                if (isMain && takes && !Modifier.isPrivate(method.getModifiers())) return method;
            }
        }
        return null;
    }

    /// The constructor of the object that a main method needs if it is not static, or null.
    private static Constructor<?> constructor(Class<?> program) {
        if (Modifier.isAbstract(program.getModifiers())) return null;
        for (Constructor<?> constructor : program.getDeclaredConstructors()) {
            if (constructor.getParameterCount() > 0 || Modifier.isPrivate(constructor.getModifiers())) continue;
            constructor.setAccessible(true);
            return constructor;
        }
        return null;
    }

    /// Calls the main method as one PE, and throws its exceptions.
    public void call(String... arguments) throws Exception {
        ClassLoader loader = classes.next();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> program = Class.forName(className, false, loader);
            Method main = method(program);
            boolean isStatic = Modifier.isStatic(main.getModifiers());
            Object object = isStatic ? null : constructor(program).newInstance();
            if (main.getParameterCount() == 0) main.invoke(object);
            else main.invoke(object, (Object) arguments.clone());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) throw error;
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
