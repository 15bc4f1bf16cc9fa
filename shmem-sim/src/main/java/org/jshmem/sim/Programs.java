// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.runtime.MainMethod;
import org.jshmem.runtime.Settings;
import org.jshmem.sim.machine.Machine;

/// Runs whole programs on simulated PEs by the name of their main class, unchanged, and reads the CSV they print.
final class Programs {
    private Programs() {}

    /// Whether a program is on the class path.
    static boolean exists(String name) {
        try {
            Class.forName(name, false, Programs.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /// The rows that a program prints, each by the names of its header.
    static List<Map<String, String>> csv(Machine machine, int npes, long heap, String name, String... args) {
        String text = output(machine, npes, heap, name, args);
        List<Map<String, String>> rows = new ArrayList<>();
        String[] header = null;
        for (String line : text.lines().toList()) {
            if (line.startsWith("#") || line.indexOf(',') < 0) continue;
            String[] cells = line.split(",", -1);
            if (header == null) {
                header = cells;
            } else {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 0; i < Math.min(header.length, cells.length); i++) row.put(header[i], cells[i]);
                rows.add(row);
            }
        }
        return rows;
    }

    private static String output(Machine machine, int npes, long heap, String name, String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = System.out;
        Job job = Job.of(machine, npes, Settings.shape(npes, heap, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            MainMethod main = MainMethod.of(name);
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            sim.runProgram(() -> main.call(args));
            sim.rethrow();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("sim: " + name + " cannot be run", e);
        } finally {
            System.setOut(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
