// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jshmem.launch.system.Refused;

/// Looks for classes on a class path.
final class ClassSearch {
    private static final String CLASS = ".class";
    private static final int MOST = 10_000; // files of an entry; a class path may be a home folder

    private ClassSearch() {}

    static boolean isOn(String mainClass, List<String> entries) {
        String file = mainClass.replace('.', '/') + CLASS;
        for (String entry : entries) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                if (Files.isRegularFile(path.resolve(file))) return true;
            } else if (Files.isRegularFile(path)) {
                try (ZipFile jar = new ZipFile(path.toFile())) {
                    if (jar.getEntry(file) != null) return true;
                } catch (IOException e) {
                    throw new Refused("-cp entry %s is not a readable jar, %s".formatted(entry, e.getMessage()));
                }
            }
        }
        return false;
    }

    /// The whole name of a class of the class path of which a program gives the end, or the name with `.class`.
    static Optional<String> wholeName(String end, List<String> entries) {
        String name = end.endsWith(CLASS) ? end.substring(0, end.length() - CLASS.length()) : end;
        String file = "/" + name.replace('.', '/') + CLASS;
        for (String entry : entries) {
            try {
                Path path = Path.of(entry);
                Optional<String> found = Files.isDirectory(path) ? inFolder(path, file) : inJar(path, file);
                if (found.isPresent()) return found.map(ClassSearch::name);
            } catch (IOException e) {
                // an entry that cannot be read has no name to suggest
            }
        }
        return Optional.empty();
    }

    private static String name(String file) {
        return file.substring(1, file.length() - CLASS.length()).replace('/', '.');
    }

    private static Optional<String> inJar(Path path, String end) throws IOException {
        if (!Files.isRegularFile(path)) return Optional.empty();
        try (ZipFile jar = new ZipFile(path.toFile())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .map("/"::concat)
                    .filter(name -> name.endsWith(end) && !name.startsWith("/META-INF/"))
                    .findFirst();
        }
    }

    /// Whether a file below a folder of the class path has the class of that name: a folder of folders of classes is
    /// no class path for them.
    private static boolean isClass(Path file, String name) {
        try {
            ClassModel type = ClassFile.of().parse(file);
            return name.equals("/" + type.thisClass().asInternalName() + CLASS);
        } catch (IOException | IllegalArgumentException e) {
            return false; // not a class
        }
    }

    private static Optional<String> inFolder(Path folder, String end) throws IOException {
        var files = new SimpleFileVisitor<Path>() {
            private int seen;
            private String found;

            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean mayBePackage = directory.equals(folder)
                        || Character.isJavaIdentifierStart(
                                directory.getFileName().toString().charAt(0));
                return mayBePackage ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = "/" + folder.relativize(file).toString().replace(File.separatorChar, '/');
                if (name.endsWith(end) && isClass(file, name)) found = name;
                return found != null || ++seen == MOST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE; // a folder of another user
            }
        };
        Files.walkFileTree(folder, files);
        return Optional.ofNullable(files.found);
    }
}
