// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rooms of the simulator stand in an order: no class uses one of a room above its own.
class RoomsTest {
    private static final String ROOT = "org/jshmem/sim/";

    /// From below: a package, or the classes of the package `org.jshmem.sim` itself.
    private static final List<Set<String>> ROOMS = List.of(
            Set.of("kernel"),
            Set.of("cost"),
            Set.of("coherent", "mesh"),
            Set.of("cluster"),
            Set.of("machine"),
            Set.of("check"),
            Set.of("memory"),
            Set.of("JobSpec", "TransportView"),
            Set.of("SimJob", "LatePuts", "PeStatus", "Watchdog"),
            Set.of("SimTransport", "SimChannel", "SimAccess", "WaitLoop", "LatePutsChannel", "CallObserver"),
            Set.of("Simulation"),
            Set.of("Main", "ExitHook", "TaggedOutput", "SimMachines", "MachineCommand"));

    @Test
    void noClassUsesOneOfARoomAbove() throws IOException {
        List<String> upwards = new ArrayList<>();
        Set<String> known = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("target/classes/org/jshmem/sim"))) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                ClassModel type = ClassFile.of().parse(file);
                String name = type.thisClass().asInternalName();
                if (name.endsWith("package-info")) continue;
                int floor = floor(name);
                assertTrue(floor >= 0, name + " is in no room");
                known.add(room(name));
                for (var entry : type.constantPool()) {
                    if (!(entry instanceof ClassEntry used)) continue;
                    String other = used.asInternalName();
                    if (other.startsWith(ROOT) && floor(other) > floor) upwards.add(name + " uses " + other);
                }
            }
        }
        assertEquals(List.of(), upwards);
        Set<String> all = new TreeSet<>();
        ROOMS.forEach(all::addAll);
        assertEquals(all, known);
    }

    private static int floor(String type) {
        for (int i = 0; i < ROOMS.size(); i++) if (ROOMS.get(i).contains(room(type))) return i;
        return -1;
    }

    /// The package of a class below the simulator's, or the outermost class of that package itself.
    private static String room(String type) {
        return type.substring(ROOT.length()).replaceFirst("[$/].*", "");
    }
}
