// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.io.File;
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
import java.util.stream.Collectors;
import org.jshmem.Shmem;
import org.jshmem.program.ProgramClasses;
import org.jshmem.spi.Machines;
import org.jshmem.transport.TransportProvider;

/// A class loader that loads the classes of the project under test anew for one PE, so that the PE has static fields
/// of its own.
///
/// The project's classes are those in folders of the class path and those in the folder or archive of the test class.
/// Build tools and development environments compile into such folders. The library's own folders and archives are
/// excluded, also if the library tests itself.
final class PeClasses extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /// `path` is the result of [#path].
    PeClasses(String path, ClassLoader parent) {
        super(ProgramClasses.urls(path), parent); // nameless: stack traces look as in a process
    }

    /// The class path of the project that has this test.
    static String path(Class<?> test) {
        Set<Path> entries = new LinkedHashSet<>();
        if (place(test) != null) entries.add(place(test));
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            if (!entry.isEmpty() && Files.isDirectory(path)) entries.add(path);
        }
        library().forEach(entries::remove);
        if (mpi(test) != null) entries.add(mpi(test)); // its communicators are static
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /// The folders or archives of the library's modules.
    private static List<Path> library() {
        List<Path> places = new ArrayList<>();
        places.add(place(Shmem.class));
        places.add(place(ShmemTest.class));
        for (var backend : ServiceLoader.load(TransportProvider.class)) places.add(place(backend.getClass()));
        for (var machines : ServiceLoader.load(Machines.class)) places.add(place(machines.getClass()));
        return places;
    }

    /// The folder or archive of package `mpi`, or null if the project does not use it.
    private static Path mpi(Class<?> test) {
        try {
            return place(Class.forName("mpi.MPI", false, test.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static Path place(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        if (source == null || !"file".equals(source.getLocation().getProtocol())) return null;
        return Path.of(URI.create(source.getLocation().toString())).normalize();
    }

    /// Tries the PE's own classes first, because the parent has all of them too.
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null && findResource(name.replace('.', '/') + ".class") != null) found = findClass(name);
            return found != null ? found : super.loadClass(name, resolve);
        }
    }

    @Override
    public URL getResource(String name) {
        URL found = findResource(name);
        return found != null ? found : super.getResource(name);
    }
}
