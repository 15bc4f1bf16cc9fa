// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jshmem.Shmem;
import org.jshmem.start.Machines;
import org.jshmem.transport.TransportProvider;

/// The classes of the project under test, loaded anew: a PE's own static fields.
///
/// The project's are those in folders of the class path, where build tools and development environments put what they
/// compile, and those beside the test class. The library's own folders are none of them where the project is the
/// library.
final class PeClasses extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private PeClasses(URL[] path, ClassLoader parent) {
        super(path, parent); // nameless: frames of stack traces look as they do in a process
    }

    /// Loaders of one test.
    static final class Factory {
        private final URL[] path;
        private final ClassLoader parent;

        Factory(Class<?> test) {
            Set<Path> entries = new LinkedHashSet<>();
            if (place(test) != null) entries.add(place(test));
            for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
                Path path = Path.of(entry).toAbsolutePath().normalize();
                if (entry.isEmpty()) continue;
                if (Files.isDirectory(path)) entries.add(path);
                else entries.addAll(foldersNamedBy(path));
            }
            library().forEach(entries::remove);
            this.path = entries.stream().map(Factory::url).toArray(URL[]::new);
            this.parent = test.getClassLoader();
        }

        /// Folders in the manifest of an archive: build tools put a long class path there.
        private static List<Path> foldersNamedBy(Path archive) {
            List<Path> folders = new ArrayList<>();
            try (var jar = new JarFile(archive.toFile())) {
                Manifest manifest = jar.getManifest();
                String path =
                        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                if (path == null) return folders;
                for (String entry : path.split(" +")) {
                    URI uri = archive.toUri().resolve(entry);
                    boolean folder = entry.endsWith("/") && "file".equals(uri.getScheme());
                    if (folder) folders.add(Path.of(uri).normalize());
                }
            } catch (IOException | IllegalArgumentException e) {
                // no archive, or an entry that is no place: the JVM passes over them too
            }
            return folders;
        }

        PeClasses make() {
            return new PeClasses(path, parent);
        }

        /// Where the library's modules are.
        private static List<Path> library() {
            List<Path> places = new ArrayList<>();
            places.add(place(Shmem.class));
            places.add(place(ShmemTest.class));
            for (var backend : ServiceLoader.load(TransportProvider.class)) places.add(place(backend.getClass()));
            for (var machines : ServiceLoader.load(Machines.class)) places.add(place(machines.getClass()));
            return places;
        }

        private static Path place(Class<?> type) {
            var source = type.getProtectionDomain().getCodeSource();
            if (source == null || !"file".equals(source.getLocation().getProtocol())) return null;
            return Path.of(URI.create(source.getLocation().toString())).normalize();
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("class path entry cannot be used, " + e.getMessage(), e);
            }
        }
    }

    /// The own ones first: the parent has all of them too.
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null && !name.startsWith("java.")) found = own(name);
            if (found == null) return super.loadClass(name, resolve);
            if (resolve) resolveClass(found);
            return found;
        }
    }

    private Class<?> own(String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    public URL getResource(String name) {
        URL found = findResource(name);
        return found != null ? found : super.getResource(name);
    }
}
