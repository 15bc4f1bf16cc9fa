// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import org.jshmem.spi.ProgramClasses;

/// The program's own classes that its main class and its listeners reach by names in constant pools. Reflection may
/// reach more.
record ReachedClasses(URLClassLoader path) {
    /// A search in one class; it returns its finding in words.
    interface Look {
        Optional<String> in(ClassModel model);
    }

    /// The file that names the program's listeners, which the library loads by name.
    private static final String LISTENERS = "META-INF/services/org.jshmem.ShmemListener";

    private static final Properties NAMES = new Properties();

    static {
        try (InputStream in = ReachedClasses.class.getResourceAsStream("names.properties")) {
            NAMES.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The names of types or methods of this kind.
    static Set<String> names(String kind) {
        return Set.of(NAMES.getProperty(kind).split(" "));
    }

    /// The first finding; a class that cannot be read counts as one.
    static Optional<String> first(PeProgram program, Look look) {
        String entries = String.join(File.pathSeparator, program.classPath());
        try (var loader = new URLClassLoader(ProgramClasses.urls(entries), null)) {
            return new ReachedClasses(loader).first(program.mainClass().replace('.', '/'), look);
        } catch (IOException | IllegalArgumentException e) { // an unreadable entry, a class file of a newer JDK
            return Optional.of(program.mainClass() + ", which cannot be read");
        }
    }

    /// The first class of the module of vectors that a reached class names.
    static Optional<String> vectors(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry named && named.asInternalName().contains("jdk/incubator/vector/")) {
                return Optional.of(named.asInternalName());
            }
        }
        return Optional.empty();
    }

    /// The first method or field that a reached class names, and whose name such as `java/lang/System.exit` is wanted;
    /// in words, with the class.
    static Optional<String> firstCall(PeProgram program, Predicate<String> wanted) {
        return first(program, model -> {
            for (PoolEntry entry : model.constantPool()) {
                if (!(entry instanceof MemberRefEntry member)) continue;
                String called =
                        member.owner().asInternalName() + "." + member.name().stringValue();
                if (!wanted.test(called)) continue;
                return Optional.of(called.substring(called.lastIndexOf('/') + 1) + " in "
                        + model.thisClass().asInternalName().replace('/', '.'));
            }
            return Optional.empty();
        });
    }

    private Optional<String> first(String main, Look look) throws IOException {
        Set<String> seen = listeners();
        seen.add(main);
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            ClassModel model = read(open.remove());
            if (model == null) continue; // not a class of the program
            Optional<String> found = look.in(model);
            if (found.isPresent()) return found;
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry reached && seen.add(reached.asInternalName())) {
                    open.add(reached.asInternalName());
                }
            }
        }
        return Optional.empty();
    }

    private Set<String> listeners() throws IOException {
        Set<String> names = new HashSet<>();
        var files = path.findResources(LISTENERS);
        while (files.hasMoreElements()) {
            try (var lines = new BufferedReader(
                    new InputStreamReader(files.nextElement().openStream(), StandardCharsets.UTF_8))) {
                lines.lines()
                        .map(line -> line.replaceFirst("#.*", "").strip().replace('.', '/'))
                        .filter(name -> !name.isEmpty())
                        .forEach(names::add);
            }
        }
        return names;
    }

    /// A class of the program; null for any other class.
    private ClassModel read(String name) throws IOException {
        URL file = path.findResource(name + ".class"); // getResource would also find the JDK's classes
        if (file == null) return null;
        try (InputStream in = file.openStream()) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }
}
