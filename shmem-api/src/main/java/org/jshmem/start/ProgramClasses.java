// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/// The class loaders of a program whose PEs share a JVM: one for each PE, so that each has static fields of its
/// own, as it has where PEs are processes. The library's classes are loaded once, by the parent of all.
///
/// A launcher keeps the program off the class path of such a JVM and names it in a system property. Without the
/// property the program is on the class path like the library, and its classes are shared.
public final class ProgramClasses {
    /// System property with the class path of the program alone.
    public static final String PATH_PROPERTY = "jshmem.program.path";

    /// System property: `true` loads the program's classes once for all PEs, which have their static fields in common
    /// then.
    public static final String SHARE_PROPERTY = "jshmem.program.share";

    /// System property: `none` says that the launcher has looked for listeners on the program's class path and found
    /// none, since a look through every jar takes a third of what joining a job costs a new JVM.
    public static final String LISTENERS_PROPERTY = "jshmem.program.listeners";

    private final boolean share;
    private final URL[] path;
    private final AtomicReference<ClassLoader> first = new AtomicReference<>();
    private final ClassLoader library = ProgramClasses.class.getClassLoader();

    /// As the two properties say.
    public ProgramClasses() {
        String property = System.getProperty(PATH_PROPERTY, "");
        this.share = Boolean.getBoolean(SHARE_PROPERTY) || property.isEmpty();
        this.path = urls(property);
        first.set(path.length == 0 ? library : fresh());
    }

    /// A look at the program's classes before any PE runs.
    @FunctionalInterface
    public interface Look {
        /// Looks.
        Object at(ClassLoader loader) throws ClassNotFoundException;
    }

    /// Looks at the classes that the first PE will get.
    public void first(Look look) throws ClassNotFoundException {
        look.at(first.get());
    }

    /// The loader of one more PE.
    public ClassLoader next() {
        if (share) return first.get();
        ClassLoader made = first.getAndSet(null);
        return made != null ? made : fresh();
    }

    private ClassLoader fresh() {
        return new URLClassLoader(path, library); // nameless: frames of stack traces look as they do in a process
    }

    /// The entries of a class path, for a class loader.
    public static URL[] urls(String path) {
        if (path.isEmpty()) return new URL[0];
        String[] entries = path.split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        try {
            for (int i = 0; i < entries.length; i++) {
                urls[i] = Path.of(entries[i]).toAbsolutePath().toUri().toURL();
            }
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("class path entry cannot be used, " + e.getMessage(), e);
        }
        return urls;
    }
}
