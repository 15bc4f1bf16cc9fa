// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.runtime.settings.Spelling;

/// The program that every PE runs: a main class and the class path of the program, which follows the library's own.
///
/// @param mainClass binary name of the class
/// @param classPath entries of the program's own class path
public record PeProgram(String mainClass, List<String> classPath) {
    public String simpleName() {
        return mainClass.substring(mainClass.lastIndexOf('.') + 1);
    }

    /// Finds the program that PROGRAM names, and searches it. `scratch` takes the classes of a source file; `own` is
    /// the library's
    /// class path.
    public static ProgramScan of(String program, String classPath, String own, ScratchFolder scratch) {
        if (program == null || program.isEmpty()) {
            throw new Refused("which program? give " + String.join(", ", ModuleServices.names())
                    + ", a main class, a .jar or a .java file");
        }
        if (program.equals("java")) {
            throw new Refused(
                    "java is not a program for PEs; remove it, as oshrun starts the JVMs, and give options of a"
                            + " JVM by -J");
        }
        List<String> entries = entries(classPath);
        var builtIn = ModuleServices.program(program);
        if (builtIn.isPresent())
            return new ProgramScan(new PeProgram(builtIn.get().main().getName(), entries));
        if (program.endsWith(".jar")) return ofJar(Path.of(program), entries);
        if (program.endsWith(".java")) {
            return new ProgramScan(SourceFile.compile(Path.of(program), entries, own, scratch));
        }
        Path path = Path.of(program);
        boolean isName = program.indexOf('/') < 0;
        if (isName) {
            var scan = new ProgramScan(new PeProgram(program, entries));
            if (scan.hasMain() || isOfLibrary(program)) return scan;
        }
        if (Files.isDirectory(path)) {
            throw new Refused("%s is a directory; give -cp %s and the main class, as in -cp %s org.example.Main"
                    .formatted(program, program, program));
        }
        if (!isName || Files.isRegularFile(path)) {
            throw new Refused("%s is neither a .jar nor a .java file; a main class is named as in org.example.Main"
                    .formatted(program));
        }
        throw new Refused("no class %s on the class path %s%s; %sgive -cp PATH, a .jar, a .java file, or one of %s"
                .formatted(
                        program,
                        String.join(":", entries),
                        unread(entries),
                        suggestion(program),
                        String.join(", ", ModuleServices.names())));
    }

    /// The question for the file or the built-in program that `program` probably means; empty if no name is
    /// near.
    private static String suggestion(String program) {
        Optional<String> file = Stream.of(program + ".java", program + ".jar")
                .filter(name -> Files.isRegularFile(Path.of(name)))
                .findFirst();
        return file.or(() -> Spelling.nearest(program, ModuleServices.names()))
                .map(name -> "did you mean " + name + "? If not, ")
                .orElse("");
    }

    /// Whether a class of this name is on the launcher's own class path; the JDK's classes are no programs.
    private static boolean isOfLibrary(String name) {
        URL file = ClassLoader.getSystemResource(name.replace('.', '/') + ".class");
        return file != null && !file.getProtocol().equals("jrt");
    }

    /// The program for a PE that runs in another folder: its class path is absolute.
    public PeProgram absolute() {
        return new PeProgram(
                mainClass,
                classPath.stream()
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
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
            throw new Refused("-cp entry %s is not a readable jar, %s; build it again, or give another file"
                    .formatted(jar, e.getMessage()));
        }
    }

    /// Refuses a file that is absent or that this user cannot read.
    static void checkFile(Path file) {
        if (Files.isRegularFile(file) && Files.isReadable(file)) return;
        Path full = file.toAbsolutePath();
        Path folder = full.getParent();
        boolean closed = Files.isDirectory(folder) && !Files.isExecutable(folder);
        if (closed || Files.isRegularFile(file)) {
            throw new Refused("this user cannot %s; give a program that it can read"
                    .formatted(closed ? "enter " + folder : "read " + full));
        }
        if (Files.isDirectory(file)) {
            throw new Refused("%s is a directory; give a file, or -cp and the main class".formatted(full));
        }
        throw new Refused("%s does not exist; the launcher looked for %s".formatted(file, full));
    }

    private static ProgramScan ofJar(Path jar, List<String> classPath) {
        checkFile(jar);
        try (JarFile file = new JarFile(jar.toFile())) {
            String main = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new Refused(
                        "%s has no Main-Class in its manifest; give -cp %s and the class".formatted(jar, jar));
            }
            List<String> entries = new ArrayList<>(List.of(jar.toString()));
            entries.addAll(classPath);
            var scan = new ProgramScan(new PeProgram(main.strip(), entries));
            if (scan.hasMain()) return scan;
            throw new Refused(
                    "%s names the main class %s and does not have it; give -cp with the jars that do, and the class"
                            .formatted(jar, main.strip()));
        } catch (IOException e) {
            throw new Refused("%s is not a readable jar, %s; build it again, or give another file"
                    .formatted(jar, e.getMessage()));
        }
    }

    /// The entries of a class path; `folder/*` is replaced by the jars of the folder.
    public static List<String> entries(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (!entry.equals("*") && !entry.endsWith("/*")) {
                entries.add(entry.isEmpty() ? "." : entry);
                continue;
            }
            Path folder = Path.of(entry.length() == 1 ? "." : entry.substring(0, entry.length() - 2));
            try (var jars = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
                List<String> found = new ArrayList<>();
                jars.forEach(jar -> found.add(jar.toString()));
                found.sort(null);
                entries.addAll(found);
            } catch (IOException e) {
                throw new Refused("-cp entry %s: %s; give a directory with jars"
                        .formatted(
                                entry,
                                Files.isDirectory(folder) ? "this user cannot read it" : "it is not a directory"));
            }
        }
        return entries;
    }
}
