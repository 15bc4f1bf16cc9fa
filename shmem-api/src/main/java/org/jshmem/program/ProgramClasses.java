// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/// The class loaders of a program whose PEs share a JVM. Each PE has its own loader, and so its own static fields,
/// as PEs that are processes have. The parent of all loads the library's classes once. Of other jars that the library
/// uses, such as Agrona or SLF4J, a program may have its own version.
///
/// A launcher keeps the program off the class path of such a JVM and names it in a system property. Without the
/// property the program is on the class path with the library, and PEs share its classes.
public final class ProgramClasses {
    /// System property with the class path of the program alone.
    public static final String PATH_PROPERTY = "jshmem.program.path";

    /// System property: `true` loads the program's classes once for all PEs, which then have common static fields.
    public static final String SHARE_PROPERTY = "jshmem.program.share";

    /// System property: `none` if the launcher has found no listeners on the program's class path. A search through
    /// every jar takes a third of the time in which a new JVM joins a job.
    public static final String LISTENERS_PROPERTY = "jshmem.program.listeners";

    private final boolean share;
    private final URL[] path;
    private final AtomicReference<ClassLoader> first = new AtomicReference<>();
    private final ClassLoader library = ProgramClasses.class.getClassLoader();

    /// Makes the class loaders from the first two properties.
    public ProgramClasses() {
        String property = System.getProperty(PATH_PROPERTY, "");
        this.share = Boolean.getBoolean(SHARE_PROPERTY) || property.isEmpty();
        this.path = urls(property);
        first.set(path.length == 0 ? library : fresh());
    }

    /// Returns the loader that the first PE will get.
    ClassLoader first() {
        return first.get();
    }

    /// Returns the loader of one more PE.
    public ClassLoader next() {
        if (share) return first.get();
        ClassLoader made = first.getAndSet(null);
        return made != null ? made : fresh();
    }

    private ClassLoader fresh() {
        return new OwnLoader(path, library); // without a name: frames of stack traces look as in a process
    }

    /// Prefers the program's version of a class to that of a jar that the library uses.
    private static final class OwnLoader extends URLClassLoader {
        static {
            registerAsParallelCapable();
        }

        OwnLoader(URL[] path, ClassLoader library) {
            super(path, library);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = super.loadClass(name, resolve);
            if (found.getClassLoader() != getParent() || name.startsWith("org.jshmem.")) return found;
            synchronized (getClassLoadingLock(name)) {
                Class<?> own = findLoadedClass(name);
                if (own == null && findResource(name.replace('.', '/') + ".class") != null) own = findClass(name);
                return own != null ? own : found;
            }
        }
    }

    /// The entries of a class path, for a class loader.
    public static URL[] urls(String path) {
        if (path.isEmpty()) return new URL[0];
        String[] entries = path.split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        try {
            for (int i = 0; i < entries.length; i++)
                urls[i] = Path.of(entries[i]).toAbsolutePath().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path entry cannot be used, " + e.getMessage(), e);
        }
        return urls;
    }
}
