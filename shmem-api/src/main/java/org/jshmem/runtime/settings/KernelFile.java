// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The files in which the kernel reports its state, such as those below `/proc`.
public final class KernelFile {
    private KernelFile() {}

    /// The lines of a file; none if it cannot be read.
    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /// The text after `name` in the first line that begins with it; empty without such a line.
    public static String after(String name, Path file) {
        for (String line : lines(file))
            if (line.startsWith(name)) return line.substring(name.length()).strip();
        return "";
    }

    /// The number after `name` in the first line that begins with it; 0 without one of 18 digits at most.
    public static long number(String name, Path file) {
        String digits = after(name, file).replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    /// The fields of a process after its name: the letter of its state, its parent, group, session, terminal, the
    /// terminal's foreground group or -1, and others; empty if there is no such process.
    public static String state(String process) {
        try (var file = new FileInputStream("/proc/" + process + "/stat")) { // long waits read it again and again
            String text = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
            return text.substring(text.lastIndexOf(')') + 2).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /// The number of this process. `ProcessHandle` takes some ms to load, for the threads that await other processes.
    public static long pid() {
        try {
            return Long.parseLong(new File("/proc/self").getCanonicalFile().getName());
        } catch (IOException | NumberFormatException e) { // no /proc
            return ProcessHandle.current().pid();
        }
    }

    /// The processor's own name; the architecture's name if the kernel does not report it.
    public static String processor() {
        String name = after("model name", Path.of("/proc/cpuinfo"));
        return name.isEmpty()
                ? System.getProperty("os.arch")
                : name.substring(name.indexOf(':') + 1).strip();
    }
}
