// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;

/// A program in one `.java` file, and in those that it uses in the folders of its packages, as for `java FILE`. The
/// launcher compiles it once, so that N PEs do not compile it N times.
public final class SourceFile {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

    /// Strings that are joined inline start faster than the default, which makes call sites at run time.
    private static final List<String> OPTIONS = List.of(
            "-proc:none -g -XDstringConcat=inline --add-modules jdk.incubator.vector -Xlint:-incubating".split(" "));

    private SourceFile() {}

    /// Compiles into a scratch folder. Prints errors as javac prints them.
    static Program compile(Path source, List<String> classPath, String own, ScratchFolder scratch) {
        ProgramFinder.checkFile(source);
        ToolProvider javac = ToolProvider.findFirst("javac")
                .orElseThrow(() -> new Refused(
                        "%s has no compiler; set JSHMEM_JAVA_HOME to a JDK", System.getProperty("java.home")));
        try {
            Path classes = Files.createTempDirectory(scratch.folder(), "classes-"); // of this program alone
            String text = new String(Files.readAllBytes(source), UTF_8); // the compiler names a line with other bytes
            Matcher declared = PACKAGE.matcher(text);
            String name = declared.find() ? declared.group(1) : "";
            String path = own + File.pathSeparator + String.join(File.pathSeparator, classPath);
            String sources = root(source, name) + File.pathSeparator + path; // javac looks there without it, too
            var messages = new PrintWriter(System.err, true);
            List<String> arguments = new ArrayList<>(OPTIONS);
            arguments.addAll(List.of("-cp", path, "-sourcepath", sources, "-d", classes.toString(), source.toString()));
            int status = javac.run(messages, messages, arguments.toArray(String[]::new));
            messages.flush();
            String mpi = text.contains("import mpi.") ? ", and docs/from-mpj.md for what package mpi has" : "";
            Refused.when(status != 0, "%s does not compile; see above%s", source, mpi);
            List<String> entries = new ArrayList<>(List.of(classes.toString()));
            entries.addAll(classPath);
            return new Program(mainClass(source, text, name, classes), entries);
        } catch (IOException e) {
            throw new Refused("cannot compile %s, %s", source, e.getMessage());
        }
    }

    /// The folder of the packages: that of the file, or the one above the folders of its package.
    private static Path root(Path source, String name) {
        Path folder = source.toAbsolutePath().normalize().getParent();
        Path names = Path.of(name.replace('.', '/'));
        if (name.isEmpty() || !folder.endsWith(names)) return folder;
        return folder.resolve("../".repeat(names.getNameCount())).normalize();
    }

    /// The class with the name of the file, else the first one that the file declares.
    private static String mainClass(Path source, String text, String name, Path classes) {
        String prefix = name.isEmpty() ? "" : name + ".";
        String file = source.getFileName().toString();
        String simple = file.substring(0, file.length() - ".java".length());
        Path folder = classes.resolve(prefix.replace('.', '/'));
        if (Files.exists(folder.resolve(simple + ".class"))) return prefix + simple;
        Matcher main =
                Pattern.compile("(?:class|interface|enum|record)\\s+(\\w+)").matcher(text);
        if (main.find()) return prefix + main.group(1);
        throw new Refused("%s declares no class %s; name the class like the file", source, simple);
    }
}
