// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jshmem.program.ProgramClasses;

/// The program that every PE runs: a main class and the class path of the program, which follows the library's own.
///
/// The class path is searched once, before PEs are started, for the program's own classes that its main class and its
/// listeners reach by names in constant pools. Reflection may reach more.
public final class Program {
    /// The file that names the program's listeners, which the library loads by name.
    private static final String LISTENERS = "META-INF/services/org.jshmem.ShmemListener";

    /// The binary name of the main class.
    public final String mainClass;

    /// The entries of the program's own class path.
    public final List<String> classPath;

    final List<ClassModel> models = new ArrayList<>();

    /// The reason why classes are missing here; null if there is none.
    String unread;

    /// Whether the class path has the main class.
    boolean hasMain;

    private final Set<String> names = new LinkedHashSet<>();
    private boolean hasListeners;
    private boolean hasOwnCopies;
    private boolean usesMpi;
    private String ownMpi;

    public Program(String mainClass, List<String> classPath) {
        this.mainClass = mainClass;
        this.classPath = classPath;
        String entries = String.join(File.pathSeparator, classPath);
        try (var path = new URLClassLoader(ProgramClasses.urls(entries), null)) {
            hasOwnCopies = path.findResource("org/agrona/DirectBuffer.class") != null
                    || path.findResource("picocli/CommandLine.class") != null;
            URL mpi = path.findResource("mpi/MPI.class");
            usesMpi = mpi != null; // it may reach the package by reflection alone
            if (usesMpi)
                ownMpi = mpi.getPath().replaceFirst("!?/mpi/MPI.class$", "").replaceFirst(".*/", "");
            String main = mainClass.replace('.', '/');
            hasMain = path.findResource(main + ".class") != null;
            addListeners(path);
            names.add(main);
            var open = new ArrayDeque<>(names);
            while (!open.isEmpty()) {
                String name = open.remove();
                boolean isMpi = name.lastIndexOf('/') == 3 && name.startsWith("mpi/");
                usesMpi |= isMpi;
                if (isMpi && mpi != null) continue; // the library's class takes its place
                URL file = path.findResource(name + ".class"); // getResource would also find the JDK's classes
                if (file != null) addClass(file, open);
            }
        } catch (IOException | IllegalArgumentException e) { // an unreadable entry, a class file of a newer JDK
            unread = mainClass + ", which cannot be read";
        }
    }

    private void addListeners(URLClassLoader path) throws IOException {
        for (URL file : Collections.list(path.findResources(LISTENERS))) {
            hasListeners = true;
            try (InputStream in = file.openStream()) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceFirst("#.*", "").strip().replace('.', '/'))
                        .filter(name -> !name.isEmpty())
                        .forEach(names::add);
            }
        }
    }

    private void addClass(URL file, Queue<String> open) throws IOException {
        try (InputStream in = file.openStream()) {
            ClassModel model = ClassFile.of().parse(in.readAllBytes());
            models.add(model);
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry reached && names.add(reached.asInternalName())) {
                    open.add(reached.asInternalName());
                }
            }
        }
    }

    public String simpleName() {
        return mainClass.substring(mainClass.lastIndexOf('.') + 1);
    }

    /// Whether the program brings an Agrona or a picocli, which is then loaded instead of the library's.
    public boolean hasOwnCopies() {
        return hasOwnCopies;
    }

    /// Whether the program uses package `mpi`, or brings its own one, whose classes in the library come before those of
    /// the program.
    public boolean usesMpi() {
        return usesMpi;
    }

    /// The jar or folder of the program that has a package `mpi` of its own.
    public Optional<String> ownMpi() {
        return Optional.ofNullable(ownMpi);
    }

    /// Whether there are listeners.
    public boolean hasListeners() {
        return hasListeners;
    }

    /// Whether a class uses `jdk.incubator.vector` itself. Its JVMs are then started with that module, which costs each
    /// 40 ms. The library can load the module at its first use; a program cannot.
    public boolean useVectors() {
        return names.stream().anyMatch(name -> name.contains("jdk/incubator/vector/"));
    }
}
