// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.List;

/// The parser of command lines that have only common options, each in words of its own. It sets the fields that picocli
/// would set: picocli takes 27 ms of a start.
final class PlainCommandLine {
    private PlainCommandLine() {}

    /// Parses a command line. Returns false, with some fields set, if picocli must parse it.
    static boolean parse(Options options, String... line) {
        int next = 0;
        while (next < line.length && line[next].startsWith("-")) {
            String name = line[next++];
            String first = name.equals("-n") ? "-np" : name.equals("--quiet") ? "-q" : name;
            List<String> values = options.given.computeIfAbsent(first, _ -> new ArrayList<>());
            if (flag(options, name)) continue;
            if (next == line.length || line[next].equals("--") || !value(options, name, line[next])) return false;
            values.add(line[next++]);
        }
        options.words = List.of(line).subList(next, line.length);
        return true;
    }

    private static boolean flag(Options options, String name) {
        switch (name) {
            case "-q", "--quiet" -> options.run.quiet = true;
            case "--tag-output" -> options.run.tagOutput = true;
            case "--threads" -> options.jvm.jvms = "1";
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean value(Options options, String name, String value) {
        switch (name) {
            case "-np", "-n" -> options.job.np = value;
            case "--heap" -> options.job.heap = value;
            case "--timeout" -> options.job.timeout = value;
            case "--time-limit" -> options.job.timeLimit = value;
            case "-cp" -> options.environment.classPath = value;
            case "-x" -> options.environment.variables.add(value);
            case "-J" -> options.jvm.options.add(value);
            case "--jvms" -> options.jvm.jvms = value;
            case "--hosts" -> options.hosts.hosts = value;
            case "--machine" -> options.simulator.machine = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
