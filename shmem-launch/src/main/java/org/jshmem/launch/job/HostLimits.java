// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The memory and other resources of the machine that this process may use.
public final class HostLimits {
    private HostLimits() {}

    /// The memory in bytes: the machine's, or less if a container allows less.
    static long memoryBytes() {
        return memoryBytes(Path.of("/"));
    }

    /// The memory in bytes, read from files below another root folder. The management beans take 50 ms to load.
    public static long memoryBytes(Path root) {
        long limit = Math.min(limit(root, "memory", "memory.max"), limit(root, "memory", "memory.limit_in_bytes"));
        return Math.min(machineBytes(root), limit);
    }

    /// The memory of the whole machine in bytes.
    public static long machineBytes(Path root) {
        long machine = firstNumber(root.resolve("proc/meminfo"), "MemTotal:") << 10;
        return machine == 0 ? Long.MAX_VALUE : machine;
    }

    /// The tightest limit in the files of this name in the control groups above this process, in either version of
    /// their file system; `Long.MAX_VALUE` for none.
    public static long limit(Path root, String controller, String file) {
        long limit = Long.MAX_VALUE;
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3) continue;
            boolean second = fields[1].isEmpty();
            if (!second && !fields[1].equals(controller)) continue;
            Path base = root.resolve(second ? "sys/fs/cgroup" : "sys/fs/cgroup/" + controller);
            Path folder = base.resolve(fields[2].replaceFirst("^/+", "")).normalize();
            while (folder.startsWith(base)) {
                limit = Math.min(limit, limitIn(folder.resolve(file)));
                folder = folder.getParent();
            }
        }
        return limit;
    }

    private static long limitIn(Path file) {
        long bytes = firstNumber(file, "");
        return bytes == 0 ? Long.MAX_VALUE : bytes; // "max" is no number
    }

    private static long firstNumber(Path file, String prefix) {
        return lines(file).stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty() && digits.length() < 19)
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    private static List<String> lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
