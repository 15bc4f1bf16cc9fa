// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.program.ProgramFinder;

/// The library's jars, from which the launcher and every PE run.
///
/// @param launcher the launcher's main class
/// @param classPath all jars
public record Library(Class<?> launcher, String classPath) {
    /// The jars with which the class path of each JVM begins: an archive has the classes of a path's beginning alone.
    List<String> first() {
        return all().subList(0, end("shmem-launch"));
    }

    List<String> rest() {
        return all().subList(end("shmem-launch"), all().size());
    }

    /// The jars up to that of the simulator; none in a build without a simulator.
    List<String> simulator() {
        return all().subList(0, end("shmem-sim"));
    }

    /// The jar with the package `mpi`; empty in a build that has not reached it.
    List<String> mpi() {
        int end = end("shmem-mpi");
        return all().subList(Math.max(0, end - 1), end);
    }

    /// The jars of a JVM with several PEs. Each PE loads package `mpi` itself, since static fields of the package
    /// are the PE's own.
    List<String> shared() {
        List<String> path = new ArrayList<>(all());
        path.removeAll(mpi());
        return path;
    }

    List<String> all() {
        return ProgramFinder.entries(classPath);
    }

    /// The place after the jar of a module; 0 without it.
    private int end(String module) {
        List<String> all = all();
        int end = all.size();
        while (end > 0 && !Path.of(all.get(end - 1)).getFileName().toString().startsWith(module)) end--;
        return end;
    }
}
