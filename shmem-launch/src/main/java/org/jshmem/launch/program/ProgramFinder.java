// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;

/// The search for the program that a command line names.
public final class ProgramFinder {
    private static final String UNREADABLE = "%s is not a readable jar, %s; build it again, or give another file";

    private ProgramFinder() {}

    /// Finds the program that PROGRAM names. `scratch` takes the classes of a source file; `own` is
    /// the library's class path.
    public static Program find(String program, String classPath, String own, ScratchFolder scratch) {
        if (program == null || program.isEmpty()) {
            throw new Refused("which program? give %s, a main class, a .jar or a .java file", builtIns());
        }
        String java =
                "java is not a program for PEs; remove it, as oshrun starts the JVMs, and give options of a JVM by -J";
        Refused.when(program.equals("java"), java);
        List<String> entries = entries(classPath);
        var builtIn = ModuleServices.program(program);
        if (builtIn.isPresent()) return new Program(builtIn.get().main().getName(), entries);
        if (program.endsWith(".jar")) return ofJar(Path.of(program), entries);
        if (program.endsWith(".java")) return SourceFile.compile(Path.of(program), entries, own, scratch);
        Path path = Path.of(program);
        boolean isName = program.indexOf('/') < 0;
        if (isName) {
            var found = new Program(program, entries);
            if (found.hasMain || isOfLibrary(program)) return found;
        }
        String folder = "%s is a directory; give -cp %1$s and the main class, as in -cp %1$s org.example.Main";
        Refused.when(Files.isDirectory(path), folder, program);
        String file = "%s is neither a .jar nor a .java file; a main class is named as in org.example.Main";
        Refused.when(!isName || Files.isRegularFile(path), file, program);
        String unknown = "no class %s on the class path %s%s; %sgive -cp PATH, a .jar, a .java file, or one of %s";
        String places = String.join(":", entries);
        throw new Refused(unknown, program, places, unread(entries), question(program), builtIns());
    }

    private static String builtIns() {
        return String.join(", ", ModuleServices.names());
    }

    /// The question for the file or the built-in program that `program` probably means; empty if no name is
    /// near.
    private static String question(String program) {
        return Stream.of(program + ".java", program + ".jar")
                .filter(name -> Files.isRegularFile(Path.of(name)))
                .findFirst()
                .map("did you mean %s? If not, "::formatted)
                .orElseGet(() -> ModuleServices.question(program, ModuleServices.names()));
    }

    /// Whether a class of this name is on the launcher's own class path; the JDK's classes are no programs.
    private static boolean isOfLibrary(String name) {
        URL file = ClassLoader.getSystemResource(name.replace('.', '/') + ".class");
        return file != null && !file.getProtocol().equals("jrt");
    }

    /// The entries of a class path that do not exist or cannot be read, in words.
    private static String unread(List<String> entries) {
        List<String> unread = new ArrayList<>();
        for (String entry : entries) {
            Path path = Path.of(entry);
            if (!Files.exists(path)) unread.add(entry + " does not exist");
            else if (!Files.isReadable(path)) unread.add("this user cannot read " + entry);
            else if (!Files.isDirectory(path)) checkJar(path);
        }
        return unread.isEmpty() ? "" : " (" + String.join(", ", unread) + ")";
    }

    private static void checkJar(Path jar) {
        try {
            new ZipFile(jar.toFile()).close();
        } catch (IOException e) {
            throw new Refused(UNREADABLE, "-cp entry " + jar, e.getMessage());
        }
    }

    /// Refuses a file that is absent or that this user cannot read.
    static void checkFile(Path file) {
        if (Files.isRegularFile(file) && Files.isReadable(file)) return;
        Path full = file.toAbsolutePath();
        Path folder = full.getParent();
        boolean closed = Files.isDirectory(folder) && !Files.isExecutable(folder);
        Refused.when(closed, "this user cannot enter %s; give a program that it can read", folder);
        Refused.when(Files.isRegularFile(file), "this user cannot read %s; give a program that it can read", full);
        Refused.when(Files.isDirectory(file), "%s is a directory; give a file, or -cp and the main class", full);
        throw new Refused("%s does not exist; the launcher looked for %s", file, full);
    }

    private static Program ofJar(Path jar, List<String> classPath) {
        checkFile(jar);
        try (JarFile file = new JarFile(jar.toFile())) {
            String main = Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
                    .orElseThrow(
                            () -> new Refused("%s has no Main-Class in its manifest; give -cp %1$s and the class", jar))
                    .strip();
            List<String> entries = new ArrayList<>(List.of(jar.toString()));
            entries.addAll(classPath);
            var found = new Program(main, entries);
            String lacks =
                    "%s names the main class %s and does not have it; give -cp with the jars that do, and the class";
            Refused.when(!found.hasMain, lacks, jar, main);
            return found;
        } catch (IOException e) {
            throw new Refused(UNREADABLE, jar, e.getMessage());
        }
    }

    /// The entries of a class path; `folder/*` is replaced by the jars of the folder.
    public static List<String> entries(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (entry.equals("*") || entry.endsWith("/*")) entries.addAll(jars(entry));
            else entries.add(entry.isEmpty() ? "." : entry);
        }
        return entries;
    }

    private static List<String> jars(String entry) {
        String folder = Objects.requireNonNullElse(new File(entry).getParent(), ".");
        String[] names = new File(folder).list((_, name) -> name.endsWith(".jar") || name.endsWith(".JAR"));
        String why = Files.isDirectory(Path.of(folder)) ? "this user cannot read it" : "it is not a directory";
        Refused.when(names == null, "-cp entry %s: %s; give a directory with jars", entry, why);
        return Stream.of(names).sorted().map(name -> folder + "/" + name).toList();
    }
}
