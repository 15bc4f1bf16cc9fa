// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What programs are compiled against: every public and protected type and member of some packages, a line each, as
/// [ApiChange] compares it.
///
/// A line begins with its type, so that it says by itself what it is of. What a public type has from one that is not
/// public is listed with the former. Names of `java.lang` and `org.jshmem` are written short.
public final class PublicApi {
    private PublicApi() {}

    /// The lines of these packages, of the classes in this folder.
    public static SortedSet<String> of(Path classes, String... packages) throws IOException {
        SortedSet<String> lines = new TreeSet<>();
        for (String name : packages) {
            List<Path> files;
            try (Stream<Path> all = Files.list(classes.resolve(name.replace('.', '/')))) {
                files = all.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : files) {
                String simple = file.getFileName().toString().replace(".class", "");
                if (!simple.equals("package-info")) add(load(name + "." + simple), lines);
            }
        }
        return lines;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicApi.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static void add(Class<?> type, SortedSet<String> lines) {
        if (!reached(type)) return;
        String supers = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .sorted()
                .collect(Collectors.joining(", "));
        lines.add(line(type, type.toGenericString() + (supers.isEmpty() ? "" : " of " + supers)));
        members(type, type, lines);
    }

    /// A program can name it: public or protected, and so is all around it.
    private static boolean reached(Class<?> type) {
        if (type.isSynthetic() || type.isAnonymousClass() || type.isLocalClass()) return false;
        return seen(type.getModifiers()) && (type.getEnclosingClass() == null || reached(type.getEnclosingClass()));
    }

    private static boolean seen(int modifiers) {
        return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static void members(Class<?> type, Class<?> declaring, SortedSet<String> lines) {
        for (Method method : declaring.getDeclaredMethods()) {
            String optional = method.getDefaultValue() == null ? "" : " default"; // of an annotation: may be left out
            if (seen(method)) lines.add(line(type, signature(method.toGenericString(), method) + optional));
        }
        for (Field field : declaring.getDeclaredFields()) {
            if (seen(field)) lines.add(line(type, signature(field.toGenericString(), field)));
        }
        if (declaring == type) {
            for (Constructor<?> made : type.getDeclaredConstructors()) {
                if (seen(made)) lines.add(line(type, made.toGenericString()));
            }
        }
        Stream.concat(Stream.ofNullable(declaring.getSuperclass()), Arrays.stream(declaring.getInterfaces()))
                .filter(parent -> !Modifier.isPublic(parent.getModifiers()))
                .forEach(parent -> members(type, parent, lines));
    }

    private static boolean seen(Member member) {
        return !member.isSynthetic() && seen(member.getModifiers());
    }

    /// Without the type that declares it, and without what is no promise: how it locks, what it is written in.
    private static String signature(String text, Member member) {
        return text.replace(
                        " " + member.getDeclaringClass().getTypeName() + "." + member.getName(), " " + member.getName())
                .replaceAll("\\b(synchronized|native|strictfp|transient|volatile) ", "");
    }

    private static String line(Class<?> type, String text) {
        String name = type.getName().replace('$', '.');
        return name + ": "
                + text.replaceAll("\\b(java\\.lang|org\\.jshmem)\\.(?=[A-Z])", "")
                        .replace("public ", "");
    }
}
