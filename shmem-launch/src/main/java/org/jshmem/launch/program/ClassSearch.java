// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/// The search of a class path for the class that a program probably means.
final class ClassSearch extends SimpleFileVisitor<Path> {
    private static final String CLASS = ".class";
    private static final int MOST = 10_000; // files of an entry; a class path may be a home folder

    private final Path root;
    private final String end;
    private int seen;
    private String found;

    private ClassSearch(Path root, String end) {
        this.root = root;
        this.end = end;
    }

    /// The whole name of a class of the class path of which a program gives the end, or the name with `.class`.
    static Optional<String> wholeName(String end, List<String> entries) {
        String name = end.endsWith(CLASS) ? end.substring(0, end.length() - CLASS.length()) : end;
        for (String entry : entries) {
            Path path = Path.of(entry);
            try (FileSystem jar = Files.isRegularFile(path) ? FileSystems.newFileSystem(path) : null) {
                var search = new ClassSearch(jar == null ? path : jar.getPath("/"), "/" + name.replace('.', '/'));
                Files.walkFileTree(search.root, search);
                if (search.found != null) return Optional.of(search.found);
            } catch (IOException | ProviderNotFoundException e) {
                // an entry that cannot be read has no name to suggest
            }
        }
        return Optional.empty();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        boolean mayBePackage = directory.equals(root)
                || Character.isJavaIdentifierStart(
                        directory.getFileName().toString().charAt(0));
        return mayBePackage ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String path = root.relativize(file).toString();
        String name = path.endsWith(CLASS) ? path.substring(0, path.length() - CLASS.length()) : "";
        if (("/" + name).endsWith(end) && isClass(file, name)) found = name.replace('/', '.');
        return found != null || ++seen == MOST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE; // a folder of another user
    }

    /// Whether a file has the class of that name: a folder of folders of classes is no class path for them.
    private static boolean isClass(Path file, String name) {
        try {
            return ClassFile.of()
                    .parse(Files.readAllBytes(file))
                    .thisClass()
                    .asInternalName()
                    .equals(name);
        } catch (IOException | IllegalArgumentException e) {
            return false; // not a class
        }
    }
}
