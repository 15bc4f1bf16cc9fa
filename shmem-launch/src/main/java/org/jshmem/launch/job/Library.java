// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.program.PeProgram;

/// The library's jars, from which the launcher and every PE run.
///
/// @param launcher the launcher's main class
/// @param classPath all jars
public record Library(Class<?> launcher, String classPath) {

    /// The jars with which the class path of each JVM begins: an archive has the classes of a path's beginning alone.
    List<String> first() {
        return upTo(launcher);
    }

    /// The beginning of the class path up to the jar of a class.
    List<String> upTo(Class<?> last) {
        // not by its code source: that of a class in an archive has the folder in which the archive was made
        String file = "/" + last.getName().replace('.', '/') + ".class";
        String url = last.getResource(file).toString();
        String place = url.substring(url.indexOf("file:"), url.length() - file.length());
        if (place.endsWith("!")) place = place.substring(0, place.length() - 1); // of a jar
        List<String> all = all();
        return all.subList(0, 1 + all.indexOf(Path.of(URI.create(place)).toString()));
    }

    List<String> rest() {
        return all().subList(first().size(), all().size());
    }

    /// The jar with the package `mpi`; empty in a build that has not reached it.
    List<String> mpi() {
        return all().stream()
                .filter(entry -> Path.of(entry).getFileName().toString().startsWith("shmem-mpi"))
                .toList();
    }

    List<String> all() {
        return PeProgram.entries(classPath);
    }
}
