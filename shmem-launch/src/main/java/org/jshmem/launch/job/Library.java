// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.jshmem.Shmem;
import org.jshmem.launch.program.PeProgram;
import org.jshmem.shm.ShmProvider;

/// The library's jars, from which the launcher and every PE run.
///
/// @param launcher the launcher's main class
/// @param classPath all jars
public record Library(Class<?> launcher, String classPath) {

    /// The jars of API, backend and the words of memory, with which the class path of each PE begins: every PE's
    /// first classes are there, and archives have the classes of a path's beginning alone.
    List<String> first() {
        return Stream.of(Shmem.class, ShmProvider.class, UnsafeApi.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(url -> Path.of(URI.create(url.toString())).toString())
                .distinct()
                .toList();
    }

    List<String> rest() {
        List<String> rest = PeProgram.entries(classPath);
        rest.removeAll(first());
        return rest;
    }

    /// All jars, in the order of the class path of a JVM of several PEs.
    List<String> all() {
        List<String> all = new ArrayList<>(first());
        all.addAll(rest());
        return all;
    }
}
